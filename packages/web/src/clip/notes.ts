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

export interface UnsavedRecording extends ClipNotes {
  name: string;
  file: File;
}

const lockOf = (name: string) => `ringbinder-clip-${name}`;

export function lockRecording(name: string): () => void {
  let release = (): void => undefined;
  navigator.locks
    ?.request(
      lockOf(name),
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    )
    // A frame that is denied locks is also denied storage, so other tabs cannot see the frame's recording.
    .catch(() => undefined);
  return () => release();
}

/** `unsaved` are the recordings that no tab has locked, newest first. `locked` are the other names. */
export async function findUnsavedRecordings(
  userId: string,
): Promise<{ unsaved: readonly UnsavedRecording[]; locked: readonly string[] }> {
  const folder = folderOf(userId);
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  const handle = await root?.getDirectoryHandle(folder).catch(() => undefined);
  if (!handle) return { unsaved: [], locked: [] };
  const locks = new Set((await navigator.locks?.query())?.held?.map(({ name }) => name));
  const unsaved: UnsavedRecording[] = [];
  const locked: string[] = [];
  for await (const name of (handle as unknown as { keys(): AsyncIterable<string> }).keys()) {
    if (name.endsWith(NOTES_ENDING)) continue;
    if (locks.has(lockOf(name))) {
      locked.push(name);
      continue;
    }
    const file = await fileOf(folder, name).catch(() => undefined);
    if (file && file.size > 0) unsaved.push({ ...(await readNotes(folder, name, file)), name, file });
    else await removeStored(folder, name);
  }
  return { unsaved: unsaved.sort((one, other) => other.startedAt - one.startedAt), locked };
}

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
