import { type ReadonlySignal, signal } from '@preact/signals';
import type { Session } from '../pages/stored-uploads.ts';
import type { StagedFile } from './stored-staged.ts';
import { loadSending } from './uploads.ts';

export interface Staged {
  readonly all: ReadonlySignal<readonly StagedFile[]>;
  add(files: Iterable<File>, isVoice?: boolean): void;
  describe(id: string, description: string): void;
  remove(id: string): void;
  take(): readonly StagedFile[];
}

const byPlace = new Map<string, Staged>();

/** @param place the binder, or a thread of it */
export function stagedOf(session: Session, place: string): Staged {
  const staged = byPlace.get(place) ?? createStaged(session, place);
  byPlace.set(place, staged);
  return staged;
}

function createStaged(session: Session, place: string): Staged {
  const all = signal<readonly StagedFile[]>([]);
  loadSending().then(
    ({ storeStaged }) => storeStaged(session, place, all),
    () => undefined,
  );
  const forget = (removed: readonly StagedFile[]) => {
    for (const { picture } of removed) if (picture) URL.revokeObjectURL(picture);
    all.value = all.peek().filter((each) => !removed.includes(each));
  };
  return {
    all,
    add(files, isVoice) {
      const added = [...files].map((file) => ({
        id: crypto.randomUUID(),
        file,
        isVoice,
        ...(file.type.startsWith('image/') && { picture: URL.createObjectURL(file) }),
      }));
      all.value = [...all.peek(), ...added];
    },
    describe(id, description) {
      all.value = all.peek().map((each) => (each.id === id ? { ...each, description } : each));
    },
    remove: (id) => forget(all.peek().filter((each) => each.id === id)),
    take() {
      const current = all.peek();
      forget(current);
      return current;
    },
  };
}
