import { browserStore } from './browser-store.ts';

/** Files that another program shared with the app. The worker stores them until the user has chosen a binder. */
export interface SharedFiles {
  files: File[];
  /** Milliseconds since 1970. */
  sharedAt: number;
}

/** A share replaces the one before, so that at most one is stored. */
const KEY = 'shared';
const MAX_FILES = 100;
/** A share that nobody picked up, for example because the window was closed, is removed later. */
const MAX_AGE_MS = 10 * 60_000;

/** @param root path prefix of the app */
export function sharedFiles(root: string) {
  // The page after signing out deletes it by this name.
  const store = browserStore(`ringbinder-shared ${root}`);
  return {
    put: (files: readonly File[]) =>
      store.write(KEY, { files: files.slice(0, MAX_FILES), sharedAt: Date.now() } satisfies SharedFiles),
    async files(): Promise<File[]> {
      return ((await store.read(KEY)) as SharedFiles | undefined)?.files ?? [];
    },
    remove: () => store.write(KEY, undefined),
    async removeOld(): Promise<void> {
      const stored = (await store.read(KEY)) as SharedFiles | undefined;
      if (stored && stored.sharedAt < Date.now() - MAX_AGE_MS) await store.write(KEY, undefined);
    },
  };
}
