import type { Environment } from '../../environment.ts';
import { exceedsLimit, notFound, preconditionFailed } from '../../errors.ts';
import { untilWoken } from '../../http/index.ts';
import { hashSecret } from './hash.ts';
import { appendFrames, findWindow, readFramesAfter } from './queries.ts';
import { MAX_FRAME_LENGTH } from './schema.ts';
import { topicOf } from './windows.ts';

/** As a long poll of ours: proxies cut off what says nothing for a minute. */
const READ_WAIT_MS = 25_000;
/** A wake-up may be lost. */
const LOOK_MS = 1_000;

/** Says something to the other side of a window. Throws not found for a key that opens none, and 412 when nobody reads. */
export async function sendFrames(
  env: Environment,
  { key, frames }: { key: string; frames: readonly object[] },
): Promise<void> {
  const texts = frames.map((frame) => JSON.stringify(frame));
  const large = texts.findIndex((text) => text.length > MAX_FRAME_LENGTH);
  if (large !== -1) throw exceedsLimit(`frames[${large}]`, `must be at most ${MAX_FRAME_LENGTH} characters`);
  const keyHash = hashSecret(key);
  const now = env.clock.now();
  const sealed = texts.map((text) => env.secrets.seal(text));
  const codeHash = await appendFrames(env.db, { keyHash, frames: sealed, now });
  if (codeHash) return env.bus.wake(topicOf(codeHash));
  if (await findWindow(env.db, keyHash, now)) throw preconditionFailed('the other side does not read');
  throw notFound('window', 'of this key');
}

/** What the other side of a window said after a number; waits for it when there is nothing. Throws not found. */
export async function readFrames(
  env: Environment,
  { key, after }: { key: string; after: number },
  caller: AbortSignal,
): Promise<{ frames: { seq: number; frame: unknown }[] }> {
  const keyHash = hashSecret(key);
  const deadline = performance.now() + READ_WAIT_MS;
  for (;;) {
    const window = await findWindow(env.db, keyHash, env.clock.now());
    if (!window) throw notFound('window', 'of this key');
    const { codeHash, isHost } = window;
    const rows = await readFramesAfter(env.db, { codeHash, fromHost: !isHost, after });
    const left = deadline - performance.now();
    if (rows.length > 0 || left <= 0 || caller.aborted || env.closing.aborted)
      return { frames: rows.map(({ seq, frame }) => ({ seq, frame: JSON.parse(env.secrets.open(frame)) })) };
    await untilWoken(env, topicOf(codeHash), Math.min(left, LOOK_MS), caller);
  }
}
