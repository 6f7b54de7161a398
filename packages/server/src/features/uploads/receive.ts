import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { Environment } from '../../environment/environment.ts';
import { fieldConflict, notFound, unavailable } from '../../errors.ts';
import { FLUSH_BYTES, FLUSH_MS } from './limits.ts';
import { findUploadForUpdate, type UploadKey, updateReceived } from './queries.ts';
import type { RunningHashes } from './running-hashes.ts';

/** Each write occupies a database connection while the disk writes. */
const limitWrites = pLimit(4);

export interface UploadSink {
  env: Environment;
  hashes: RunningHashes;
  countBytes(bytes: number): void;
}

/** Stores the bytes that arrive before the stream breaks. */
export async function receiveBytes(
  sink: UploadSink,
  key: UploadKey,
  stream: Readable,
  offset: number,
  signal: AbortSignal,
): Promise<number> {
  let position = offset;
  let waiting: Buffer[] = [];
  let size = 0;
  let flushedAt = performance.now();
  const flush = async () => {
    if (size === 0) return;
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    await limitWrites(() => appendBytes(sink, key, bytes, position));
    position += bytes.length;
    flushedAt = performance.now();
  };
  const { closing } = sink.env;
  const refuse = () => stream.destroy(signal.reason as Error);
  const stop = () =>
    stream.destroy(unavailable('the server is stopping: continue from the offset of the upload', 1));
  signal.addEventListener('abort', refuse);
  closing.addEventListener('abort', stop);
  let isBroken = true;
  try {
    signal.throwIfAborted();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      waiting.push(chunk);
      size += chunk.length;
      if (size < FLUSH_BYTES && performance.now() - flushedAt < FLUSH_MS) continue;
      isBroken = false;
      await flush();
      isBroken = true;
    }
    isBroken = false;
    await flush();
    return position;
  } catch (error) {
    if (isBroken && !signal.aborted) await flush();
    throw error;
  } finally {
    signal.removeEventListener('abort', refuse);
    closing.removeEventListener('abort', stop);
  }
}

/**
 * The row lock lets only one of two concurrent writers succeed. Bytes are written before they are counted, so
 * that after a crash the next write overwrites them.
 */
async function appendBytes(
  { env, hashes, countBytes }: UploadSink,
  key: UploadKey,
  bytes: Buffer,
  position: number,
): Promise<void> {
  await env.db.transaction(async (tx) => {
    const upload = await findUploadForUpdate(tx, key);
    if (!upload) throw notFound('open upload', key.id);
    if (upload.received !== position) throw wrongOffset(upload.received);
    await env.files.partial(key.id).write(bytes, position);
    await updateReceived(tx, key, position + bytes.length, env.clock.now());
  });
  hashes.add(key.id, position, bytes);
  countBytes(bytes.length);
}

export function wrongOffset(received: number) {
  const message = `does not match the upload: ${received} bytes have arrived`;
  return fieldConflict('Upload-Offset', message);
}
