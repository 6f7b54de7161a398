import type { Environment } from '../../environment/environment.ts';
import { exceedsLimit, notFound, preconditionFailed } from '../../errors.ts';
import { longPoll } from '../../http/index.ts';
import { hashSecret } from './hash.ts';
import { appendFrames, findWindow, readFramesAfter } from './queries.ts';
import { MAX_FRAME_LENGTH } from './schema.ts';
import { topicOf } from './windows.ts';

/** Proxies close connections that are idle for a minute. */
const READ_WAIT_MS = 25_000;
/** Polling interval, because a wake-up may be lost. */
const LOOK_MS = 1_000;

/** Throws not found for an unknown key, 412 if the queue is full, and 413 for a frame that is too long. */
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
  if (await findWindow(env.db, keyHash, now)) throw preconditionFailed('the peer does not read');
  throw notFound('window', 'of this key');
}

/** Waits for frames with a `seq` above `after`. Throws not found for an unknown key. */
export async function readFrames(
  env: Environment,
  { key, after }: { key: string; after: number },
  caller: AbortSignal,
): Promise<{ frames: { seq: number; frame: unknown }[] }> {
  const keyHash = hashSecret(key);
  const find = async () => {
    const window = await findWindow(env.db, keyHash, env.clock.now());
    if (!window) throw notFound('window', 'of this key');
    return window;
  };
  const topic = topicOf((await find()).codeHash);
  const rows = await longPoll(
    env,
    { topic, waitMs: READ_WAIT_MS, checkIntervalMs: LOOK_MS, caller },
    async () => {
      const { codeHash, isHost } = await find();
      const sentFrames = await readFramesAfter(env.db, { codeHash, fromHost: !isHost, after });
      return sentFrames.length > 0 ? sentFrames : undefined;
    },
  );
  const frames = (rows ?? []).map(({ seq, frame }) => ({ seq, frame: JSON.parse(env.secrets.open(frame)) }));
  return { frames };
}
