import { MediaBusy } from '../errors.ts';

/** Lets `width` pieces of work run at a time and `maxWaiting` more wait. */
export class Gate {
  readonly #width: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(width: number, maxWaiting: number) {
    this.#width = width;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `work` in its turn. Throws MediaBusy when too many wait already, and what `work` throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#width) {
      if (this.#waiting.length >= this.#maxWaiting) throw new MediaBusy('too many programs wait to be run');
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
