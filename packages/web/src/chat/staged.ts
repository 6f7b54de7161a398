import { type ReadonlySignal, signal } from '@preact/signals';

export interface StagedFile {
  id: string;
  file: File;
  picture?: string;
  description?: string;
  isVoice?: boolean | undefined;
}

export interface Staged {
  readonly all: ReadonlySignal<readonly StagedFile[]>;
  add(files: Iterable<File>, isVoice?: boolean): void;
  describe(id: string, description: string): void;
  remove(id: string): void;
  take(): readonly StagedFile[];
}

const byBinder = new Map<string, Staged>();

export function stagedOf(binderId: string): Staged {
  const staged = byBinder.get(binderId) ?? createStaged();
  byBinder.set(binderId, staged);
  return staged;
}

function createStaged(): Staged {
  const all = signal<readonly StagedFile[]>([]);
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
