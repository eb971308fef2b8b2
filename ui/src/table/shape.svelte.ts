import { MediaQuery } from "svelte/reactivity";

// The four shapes of a table page, as look/table.css has them. A page asks only where a style alone cannot do it.

/** No column beside the table, whatever the window's shape. */
const NARROW = "(max-width: 960px)";
/** A phone on its side: the bar is a column at the right thumb. */
export const lying = new MediaQuery("(max-height: 520px)");
/** A phone held upright: everything is below each other. */
export const standing = new MediaQuery(`${NARROW} and (min-height: 521px) and (max-aspect-ratio: 1/1)`);
const squarish = new MediaQuery(`${NARROW} and (min-height: 521px) and (min-aspect-ratio: 1/1)`);

/** Whether panels lie beside the table. */
export const hasColumn = (): boolean => !lying.current && !standing.current && !squarish.current;
