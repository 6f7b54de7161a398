import { fileOf, folderOf, notesOf, removeStored } from './chunk-store.ts';
import type { ClipSource } from './context.ts';
import type { UploadPlace } from './growing-upload.ts';

/** What is kept of a recording beside its bytes, so that another visit can go on with it. */
export interface ClipNotes {
  source: ClipSource;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  seconds: number;
  /** How far it is on the server. */
  upload?: UploadPlace | undefined;
}

/** A recording that a tab left behind. */
export interface LeftRecording extends ClipNotes {
  name: string;
  file: File;
}

/** What the lock is called that a tab holds while a recording is its own. */
const lockOf = (name: string) => `ringbinder-clip-${name}`;

/** Keeps a recording from being offered in other tabs, until it is released or the tab is gone. */
export function holdRecording(name: string): () => void {
  let release = (): void => undefined;
  void navigator.locks?.request(
    lockOf(name),
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  return () => release();
}

/** The recordings of a person that no tab has any more, the last begun first. Empty ones are removed. */
export async function findLeftRecordings(userId: string): Promise<readonly LeftRecording[]> {
  const folder = folderOf(userId);
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  const handle = await root?.getDirectoryHandle(folder).catch(() => undefined);
  if (!handle) return [];
  const held = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const found: LeftRecording[] = [];
  for await (const name of (handle as unknown as { keys(): AsyncIterable<string> }).keys()) {
    if (name.endsWith('.json') || held.has(lockOf(name))) continue;
    const file = await fileOf(folder, name).catch(() => undefined);
    const notes = await readNotes(folder, name);
    if (file && file.size > 0 && notes) found.push({ ...notes, name, file });
    else await removeStored(folder, name);
  }
  return found.sort((one, other) => other.startedAt - one.startedAt);
}

/** Undefined for what cannot be read: the tab was killed before it wrote anything of use. */
async function readNotes(folder: string, name: string): Promise<ClipNotes | undefined> {
  try {
    return JSON.parse(await (await fileOf(folder, notesOf(name))).text());
  } catch {
    return undefined;
  }
}
