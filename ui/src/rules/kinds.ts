// What can become of a paragraph, in the order in which it is listed.
export const KINDS = ["MODELLED", "DISCRETION", "DEFINITION", "PHYSICAL", "PENDING"] as const;

export interface Numbered {
  number: string;
}

/** "3" of "3.14.1"; paragraphs of one chapter stand together. */
export const chapterOf = (number: string): string => number.split(".")[0] ?? number;

/** Rows by chapter, in the document's own order. */
export function byChapter<T extends Numbered>(rows: readonly T[]): { chapter: string; rows: T[] }[] {
  const found: { chapter: string; rows: T[] }[] = [];
  for (const row of rows) {
    const chapter = chapterOf(row.number);
    const last = found.at(-1);
    if (last?.chapter === chapter) last.rows.push(row);
    else found.push({ chapter, rows: [row] });
  }
  return found;
}

/** "continue" of "continue", "void round" of "void_round". */
export const plain = (name: string): string => name.replaceAll("_", " ");
