import type { RingbinderClient } from '@ringbinder/client';
import { type ChunkStore, folderOf, removeStored } from './chunk-store.ts';
import type { ClipContext, ClipSource } from './context.ts';
import { type GrowingUpload, startGrowingUpload, type UploadPlace } from './growing-upload.ts';
import { type ClipNotes, lockRecording, type UnsavedRecording } from './notes.ts';

export interface Recorded {
  name: string;
  source: ClipSource;
  blob: Blob;
  seconds: number;
  startedAt: number;
  stills: readonly string[];
  upload: GrowingUpload;
  /** Clip offers an unlocked recording on the next visit. */
  release(): void;
  remove(): Promise<void>;
}

const plain = (mimeType: string) => mimeType.split(';', 1)[0] ?? mimeType;

export function sendWhileRecorded(
  { client, binderId }: Pick<ClipContext, 'client' | 'binderId'>,
  store: ChunkStore,
  name: string,
  notes: Omit<ClipNotes, 'seconds' | 'upload'>,
): { upload: GrowingUpload; note(seconds: number): void } {
  let latest: ClipNotes = { ...notes, seconds: 0 };
  const keep = () => void store.note(JSON.stringify(latest)).catch(() => undefined);
  const upload = begin(client, binderId, name, notes.mimeType, store, undefined, (place) => {
    latest = { ...latest, upload: place };
    keep();
  });
  return {
    upload,
    note(seconds) {
      latest = { ...latest, seconds };
      keep();
    },
  };
}

function begin(
  client: RingbinderClient,
  binderId: string,
  name: string,
  mimeType: string,
  bytes: Pick<ChunkStore, 'size' | 'read'>,
  begun: UploadPlace | undefined,
  onBegun: (place: UploadPlace) => void,
): GrowingUpload {
  const file = { name: fileNameOf(name, mimeType), mimeType: plain(mimeType) };
  return startGrowingUpload({ client, binderId, file, bytes, begun, onBegun });
}

function fileNameOf(name: string, mimeType: string): string {
  const isMp4 = /mp4/.test(mimeType);
  return `${name}.${isMp4 ? 'mp4' : /ogg/.test(mimeType) ? 'ogg' : 'webm'}`;
}

export function resumeRecording(
  { me, client, binderId }: ClipContext,
  recording: UnsavedRecording,
): Recorded {
  const { name, source, file, seconds, startedAt, mimeType } = recording;
  const release = lockRecording(name);
  const bytes = { size: file.size, read: async (from: number, to: number) => file.slice(from, to) };
  const upload = begin(
    client,
    recording.upload?.binderId ?? binderId,
    name,
    mimeType,
    bytes,
    recording.upload,
    () => undefined,
  );
  return {
    name,
    source,
    seconds,
    startedAt,
    upload,
    blob: new Blob([file], { type: plain(mimeType) }),
    stills: [],
    release,
    remove: () => removeStored(folderOf(me.id), name).finally(release),
  };
}

export async function discardUnsaved(context: ClipContext, recording: UnsavedRecording): Promise<void> {
  const recorded = resumeRecording(context, recording);
  await recorded.upload.discard();
  await recorded.remove();
}
