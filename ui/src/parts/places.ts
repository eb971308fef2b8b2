/** A page that a top bar names. */
export interface Place {
  href: string;
  text: string;
}

/** Pages that are opened less often, under one name. */
export interface PlaceGroup {
  text: string;
  pages: readonly Place[];
}

/** What a top bar names, the groups taken apart. */
export function allPages(places: readonly (Place | PlaceGroup)[]): Place[] {
  return places.flatMap((one) => ("pages" in one ? one.pages : [one]));
}
