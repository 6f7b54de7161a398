import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 1_000;

interface PresenceOptions {
  /** Members of the room's previous process. They count as present until `graceMs` have passed. */
  expected: readonly string[];
  graceMs: number;
  write(userIds: readonly string[]): Promise<void>;
  failed(error: string): void;
  /** Ends the repeats when the room closes. */
  signal: AbortSignal;
}

/** Stores who is in a room. Writes one list at a time and repeats a failed write, always with the newest list. */
export class PresenceWriter {
  readonly #options: PresenceOptions;
  readonly #expected: Set<string>;
  #present: readonly string[] = [];
  #isPending = false;
  #isWriting = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#expected = new Set(options.expected);
    if (this.#expected.size > 0) void this.#endGrace();
  }

  set(userIds: readonly string[]): void {
    this.#present = userIds;
    for (const id of userIds) this.#expected.delete(id);
    void this.#write();
  }

  async #endGrace(): Promise<void> {
    const { graceMs, signal } = this.#options;
    await sleep(graceMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted || this.#expected.size === 0) return;
    this.#expected.clear();
    await this.#write();
  }

  async #write(): Promise<void> {
    this.#isPending = true;
    if (this.#isWriting) return;
    this.#isWriting = true;
    const { write, failed, signal } = this.#options;
    while (this.#isPending) {
      this.#isPending = false;
      try {
        await write([...this.#present, ...this.#expected]);
      } catch (error) {
        failed(String(error));
        this.#isPending = !signal.aborted;
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
    this.#isWriting = false;
  }
}
