import { tick } from "svelte";

// What a screen reader is told beyond what has the focus. One polite region for turns and results,
// one assertive for alerts; App.svelte renders both. The jackpot meter is never announced.

class Announcements {
  polite = $state("");
  assertive = $state("");
}

export const announcements = new Announcements();

/** Says it when the reader is free. The same sentence twice is said twice. */
export async function announce(sentence: string): Promise<void> {
  announcements.polite = "";
  await tick();
  announcements.polite = sentence;
}

/** Interrupts. Only for what must be acknowledged; a refusal announces itself (Refusal.svelte). */
export async function alarm(sentence: string): Promise<void> {
  announcements.assertive = "";
  await tick();
  announcements.assertive = sentence;
}
