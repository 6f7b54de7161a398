import { appStore, storedUserId } from './app-store.ts';

interface SharedFiles {
  userId: string;
  files: File[];
  /** Milliseconds since 1970. */
  sharedAt: number;
}

const MAX_FILES = 100;
const MAX_BYTES = 500e6;
const MAX_AGE_MS = 10 * 60_000;

export function sharedFiles(root: string) {
  const store = appStore(root);
  const remove = () => store.write('shared', undefined);
  return {
    async put(files: File[]): Promise<void> {
      const userId = await storedUserId(root);
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      if (userId === undefined || files.length > MAX_FILES || bytes > MAX_BYTES)
        throw new Error('the files cannot be stored'); // not shown
      await store.write('shared', { userId, files, sharedAt: Date.now() } satisfies SharedFiles);
    },
    async files(userId: string): Promise<readonly File[]> {
      const stored = (await store.read('shared')) as SharedFiles | undefined;
      if (!stored) return [];
      if (stored.userId === userId && stored.sharedAt > Date.now() - MAX_AGE_MS) return stored.files;
      await remove();
      return [];
    },
    remove,
  };
}
