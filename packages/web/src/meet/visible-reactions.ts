import { type ReadonlySignal, signal } from '@preact/signals';

export interface VisibleReaction {
  id: number;
  participantId: string;
  emoji: string;
}

const VISIBLE_MS = 5_000;
const MOST = 12;

export function createVisibleReactions() {
  const all = signal<readonly VisibleReaction[]>([]);
  let last = 0;
  return {
    all: all as ReadonlySignal<readonly VisibleReaction[]>,
    show(participantId: string, emoji: string): void {
      last += 1;
      const reaction = { id: last, participantId, emoji };
      all.value = [...all.peek().slice(1 - MOST), reaction];
      setTimeout(() => {
        all.value = all.peek().filter((each) => each !== reaction);
      }, VISIBLE_MS);
    },
  };
}
