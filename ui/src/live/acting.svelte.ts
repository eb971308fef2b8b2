import type { Answer } from "../wire";
import { act } from "./socket.svelte";
import type { Refused } from "./http";

/** What a page that acts on a topic keeps: whether an act is under way, and the refusal to show. */
export class Acting {
  busy = $state(false);
  refusal: Refused | null = $state.raw(null);

  constructor(private readonly topic: () => string) {}

  async send(commands: unknown[], version: number | null = null): Promise<Answer> {
    this.busy = true;
    this.refusal = null;
    try {
      const answer = await act(this.topic(), commands, version);
      this.refusal = answer.refused;
      return answer;
    } finally {
      this.busy = false;
    }
  }

  dismiss(): void {
    this.refusal = null;
  }
}
