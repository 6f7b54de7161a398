import { fileOf, folderOf, NOTES_ENDING, notesOf, removeStored } from './chunk-store.ts';
import type { ClipSource } from './context.ts';
import type { UploadPlace } from './growing-upload.ts';

export interface ClipNotes {
  source: ClipSource;
  mimeType: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  seconds: number;
  upload?: UploadPlace | undefined;
}

/** A recording that a tab left behind. */
export interface UnsavedRecording extends ClipNotes {
  name: string;
  file: File;
}

/** What the lock is called that a tab holds while a recording is its own. */
const lockOf = (name: string) => `ringbinder-clip-${name}`;

/** Keeps a recording from being offered in other tabs, until it is released or the tab is gone. */
export function holdRecording(name: string): () => void {
  let release = (): void => undefined;
  navigator.locks
    ?.request(
      lockOf(name),
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    )
    // A frame of another site may be refused locks; it is refused the storage as well, so no other tab sees a recording.
    .catch(() => undefined);
  return () => release();
}

/** The recordings of a person in this browser: those that no tab has any more, the last begun first, and the others' names. */
export async function findUnsavedRecordings(
  userId: string,
): Promise<{ left: readonly UnsavedRecording[]; held: readonly string[] }> {
  const folder = folderOf(userId);
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  const handle = await root?.getDirectoryHandle(folder).catch(() => undefined);
  if (!handle) return { left: [], held: [] };
  const locks = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const left: UnsavedRecording[] = [];
  const held: string[] = [];
  for await (const name of (handle as unknown as { keys(): AsyncIterable<string> }).keys()) {
    if (name.endsWith(NOTES_ENDING)) continue;
    if (locks.has(lockOf(name))) {
      held.push(name);
      continue;
    }
    const file = await fileOf(folder, name).catch(() => undefined);
    if (file && file.size > 0) left.push({ ...(await readNotes(folder, name, file)), name, file });
    else await removeStored(folder, name);
  }
  return { left: left.sort((one, other) => other.startedAt - one.startedAt), held };
}

/** Waits until no tab has a recording any more. Never, once the signal has aborted. */
export function untilReleased(name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    navigator.locks.request(lockOf(name), { signal }, () => resolve()).catch(() => undefined);
  });
}

async function readNotes(folder: string, name: string, file: File): Promise<ClipNotes> {
  const unknown: ClipNotes = {
    source: 'display',
    mimeType: 'video/webm',
    startedAt: file.lastModified,
    seconds: 0,
  };
  try {
    const text = await (await fileOf(folder, notesOf(name))).text();
    return { ...unknown, ...JSON.parse(text.split('\n', 1)[0] ?? '') };
  } catch {
    return unknown;
  }
}
