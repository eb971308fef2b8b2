// A language nobody speaks, made from English: accented, two fifths longer, in ⟦brackets⟧. A text on the page without
// brackets is a literal that missed the catalogue (or something the server sent, which carries data-sent).

const ACCENTED: Record<string, string> = Object.fromEntries(
  [..."aceinosuyzACEINOSUYZ"].map((letter, at) => [letter, [..."áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ"][at] ?? letter]),
);

export function pseudoText(text: string): string {
  const accented = [...text].map((letter) => ACCENTED[letter] ?? letter).join("");
  return `⟦${accented}${"·".repeat(Math.ceil(text.length * 0.4))}⟧`;
}

/** The same catalogue, every leaf translated; a function's result is. */
export function pseudo<T>(catalogue: T): T {
  if (typeof catalogue === "string") return pseudoText(catalogue) as T;
  if (typeof catalogue === "function") {
    const made = catalogue as unknown as (...values: unknown[]) => string;
    return ((...values: unknown[]) => pseudoText(made(...values))) as T;
  }
  if (Array.isArray(catalogue)) return catalogue.map((one: unknown) => pseudo(one)) as T;
  if (typeof catalogue === "object" && catalogue !== null) {
    return Object.fromEntries(Object.entries(catalogue).map(([key, value]) => [key, pseudo(value as unknown)])) as T;
  }
  return catalogue;
}
