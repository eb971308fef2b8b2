// The geometry of cards, chips and icons. Cards: viewBox 100 x 140; suits 100 x 104; icons 16 x 16.

export const SUITS: Record<string, string> = {
  s: "M50 6C58 26 90 40 90 64c0 15-11 24-22 24-6 0-11-2-15-7 1 10 5 17 13 21H34c8-4 12-11 13-21-4 5-9 7-15 7-11 0-22-9-22-24C10 40 42 26 50 6Z",
  h: "M50 98C40 80 8 62 8 36 8 19 20 9 32 9c9 0 15 5 18 13 3-8 9-13 18-13 12 0 24 10 24 27 0 26-32 44-42 62Z",
  d: "M50 4C58 22 72 38 88 52 72 66 58 82 50 100 42 82 28 66 12 52 28 38 42 22 50 4Z",
  c: "M50 6c13 0 23 10 23 22 0 6-2 11-6 15 3-1 6-2 9-2 12 0 21 10 21 22S88 85 76 85c-9 0-17-5-22-13 0 12 4 24 13 30H33c9-6 13-18 13-30-5 8-13 13-22 13C12 85 3 75 3 63s9-22 21-22c3 0 6 1 9 2-4-4-6-9-6-15C27 16 37 6 50 6Z",
};

/** Crown, coronet, shield: small, because the index does the reading. */
export const COURTS: Record<string, string> = {
  K: "M6 32 2 8l14 10L30 2l14 16L58 8l-4 24ZM6 35.5h48",
  Q: "M6 32C4 24 4 18 2 12c6 6 12 8 16 2 2 4 8 4 12-8 4 12 10 12 12 8 4 6 10 4 16-2-2 6-2 12-4 20ZM6 35.5h48",
  J: "M10 3h40v13c0 11-9 17-20 20-11-3-20-9-20-20ZM30 4v31",
};

export interface ChipLook {
  cents: number;
  body: string;
  edge: string;
  ink: string;
}

/** Largest first. Body, edge spots and printed value all differ, so that colour alone never tells. */
export const CHIPS: readonly ChipLook[] = [
  { cents: 1_000_000, body: "#d7dde3", edge: "#8b1e3f", ink: "#20262c" },
  { cents: 500_000, body: "#1f7f8c", edge: "#e8f2f2", ink: "#fff" },
  { cents: 100_000, body: "#d89a2b", edge: "#3a2404", ink: "#241602" },
  { cents: 50_000, body: "#6a3fa3", edge: "#e9dcfb", ink: "#fff" },
  { cents: 10_000, body: "#23282f", edge: "#d9b25c", ink: "#fff" },
  { cents: 2_500, body: "#23804f", edge: "#e6f3ea", ink: "#fff" },
  { cents: 500, body: "#b8363b", edge: "#fbe9e4", ink: "#fff" },
  { cents: 100, body: "#ece7da", edge: "#4b6ea8", ink: "#2a2f36" },
];

const SMALLEST = CHIPS[CHIPS.length - 1]!;

/** The chip of that value, or the largest below it. */
export function chipLook(cents: number): ChipLook {
  return CHIPS.find((chip) => chip.cents <= cents) ?? SMALLEST;
}

/** An amount in chips, largest first, at most `most` of them; the figures beside a stack say the rest. */
export function inChips(cents: number, most = 6): ChipLook[] {
  const drawn: ChipLook[] = [];
  let left = cents;
  for (const chip of CHIPS) {
    while (left >= chip.cents && drawn.length < most) {
      drawn.push(chip);
      left -= chip.cents;
    }
  }
  return drawn.length === 0 && cents > 0 ? [SMALLEST] : drawn;
}

export const ICONS = {
  bell: "M3.5 11.5h9L11.5 10V7a3.5 3.5 0 0 0-7 0v3ZM6.5 13.5a1.6 1.6 0 0 0 3 0",
  book: "M8 4C6.5 2.9 4.5 2.5 2 2.5v10c2.5 0 4.5.4 6 1.5 1.5-1.1 3.5-1.5 6-1.5v-10c-2.5 0-4.5.4-6 1.5ZM8 4v10",
  chart: "M2.5 13.5h11M4 11l3-4 2.5 2L13 4",
  check: "M3 8.5 6.5 12 13 4.5",
  chevron: "M6 3.5 10.5 8 6 12.5",
  clock: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8ZM8 4.5V8l2.5 1.7",
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3",
  door: "M9.5 2.5H3.5v11h6M7 8h7M11.5 5.5 14 8l-2.5 2.5",
  download: "M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11",
  equal: "M3.5 6h9M3.5 10h9",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  "eye-closed": "M2 2l12 12M6.6 3.7C11.6 2.6 14.5 8 14.5 8s-.7 1.3-2 2.5M10 12.2C5 13.6 1.5 8 1.5 8s.9-1.7 2.6-3",
  gear: "M8 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M3.4 12.6l1.4-1.4M11.2 4.8l1.4-1.4",
  help: "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8ZM6.2 6.3a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.7-.9 1.3M8 11.4v.1",
  keyboard: "M1.5 4h13v8h-13ZM4 6.5h.1M6.7 6.5h.1M9.3 6.5h.1M12 6.5h.1M5 9.5h6",
  link: "M6.5 9.5a3 3 0 0 0 4.2 0L13 7.2a3 3 0 0 0-4.2-4.2L7.6 4.2M9.5 6.5a3 3 0 0 0-4.2 0L3 8.8A3 3 0 0 0 7.2 13l1.2-1.2",
  lock: "M3 8.5A1.5 1.5 0 0 1 4.5 7h7A1.5 1.5 0 0 1 13 8.5v4a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12.5ZM5 7V5a3 3 0 0 1 6 0v2",
  play: "M4.5 3v10l8-5Z",
  repeat: "M3 7a4.5 4.5 0 0 1 8-2.5L13 6.5M13 3v3.5H9.5M13 9a4.5 4.5 0 0 1-8 2.5L3 9.5M3 13V9.5h3.5",
  scale: "M8 2v12M4 14h8M3 4.5h10M3 4.5 1 9.5h4ZM13 4.5l-2 5h4Z",
  "sound-off": "M2 6v4h2.5L8 13V3L4.5 6ZM11 6.5l3 3M14 6.5l-3 3",
  "sound-on": "M2 6v4h2.5L8 13V3L4.5 6ZM10.5 6a3 3 0 0 1 0 4M12.5 4a6 6 0 0 1 0 8",
  star: "m8 1.8 1.9 4 4.3.5-3.2 3 .9 4.3L8 11.5l-3.9 2.1.9-4.3-3.2-3 4.3-.5Z",
  undo: "M5.5 3l-3 3 3 3M2.5 6h7a4 4 0 0 1 0 8H6",
  user: "M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4ZM2.8 14a5.2 5.2 0 0 1 10.4 0",
  warning: "M8 1.8 15 14H1ZM8 6.5V10M8 12v.1",
} as const;

export type IconName = keyof typeof ICONS;
