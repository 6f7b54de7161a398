import { type ReadonlySignal, signal } from '@preact/signals';

/** A temporary reaction. */
export interface ShownReaction {
  id: number;
  participantId: string;
  emoji: string;
}

const SHOWN_MS = 5_000;
const MOST = 12;

export function createShownReactions() {
  const all = signal<readonly ShownReaction[]>([]);
  let last = 0;
  return {
    all: all as ReadonlySignal<readonly ShownReaction[]>,
    show(participantId: string, emoji: string): void {
      last += 1;
      const shown = { id: last, participantId, emoji };
      all.value = [...all.peek().slice(1 - MOST), shown];
      setTimeout(() => {
        all.value = all.peek().filter((each) => each !== shown);
      }, SHOWN_MS);
    },
  };
}
