import { appStore } from './app-store.ts';

/** Files that another program shared with the app. The worker stores them until the user has chosen a binder. */
interface SharedFiles {
  files: File[];
  /** Milliseconds since 1970. */
  sharedAt: number;
}

const MAX_FILES = 100;
/** A share that nobody picked up, for example because the window was closed, is removed later. */
const MAX_AGE_MS = 10 * 60_000;

/**
 * The last share; it replaces the one before.
 * @param root path prefix of the app
 */
export function sharedFiles(root: string) {
  const store = appStore(root);
  const read = async () => (await store.read('shared')) as SharedFiles | undefined;
  return {
    put: (files: readonly File[]) =>
      store.write('shared', { files: files.slice(0, MAX_FILES), sharedAt: Date.now() } satisfies SharedFiles),
    files: async () => (await read())?.files ?? [],
    remove: () => store.write('shared', undefined),
    async removeOld(): Promise<void> {
      const stored = await read();
      if (stored && stored.sharedAt < Date.now() - MAX_AGE_MS) await store.write('shared', undefined);
    },
  };
}
