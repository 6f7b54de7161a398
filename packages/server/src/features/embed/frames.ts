import type { Environment } from '../../environment/environment.ts';
import { exceedsLimit, notFound, preconditionFailed } from '../../errors.ts';
import { longPoll } from '../../http/index.ts';
import { hashSecret } from './hash.ts';
import { appendFrames, findWindow, readFramesAfter } from './queries.ts';
import { MAX_FRAME_LENGTH } from './schema.ts';
import { topicOf } from './windows.ts';

/** Some proxies close connections that are idle for a minute. */
const READ_WAIT_MS = 25_000;
const POLL_MS = 1_000;

export async function sendFrames(
  env: Environment,
  { key, frames }: { key: string; frames: readonly object[] },
): Promise<void> {
  const texts = frames.map((frame) => JSON.stringify(frame));
  const tooLongIndex = texts.findIndex((text) => text.length > MAX_FRAME_LENGTH);
  if (tooLongIndex !== -1)
    throw exceedsLimit(`frames[${tooLongIndex}]`, `must be at most ${MAX_FRAME_LENGTH} characters`);
  const keyHash = hashSecret(key);
  const now = env.clock.now();
  const sealed = texts.map((text) => env.secrets.seal(text));
  const codeHash = await appendFrames(env.db, { keyHash, frames: sealed, now });
  if (codeHash) return env.bus.wake(topicOf(codeHash));
  if (await findWindow(env.db, keyHash, now))
    throw preconditionFailed('the queue is full, because the other window does not read its frames');
  throw notFound('window', 'of this key');
}

export async function readFrames(
  env: Environment,
  { key, after }: { key: string; after: number },
  caller: AbortSignal,
): Promise<{ frames: { seq: number; frame: unknown }[] }> {
  const keyHash = hashSecret(key);
  const requireWindow = async () => {
    const window = await findWindow(env.db, keyHash, env.clock.now());
    if (!window) throw notFound('window', 'of this key');
    return window;
  };
  const topic = topicOf((await requireWindow()).codeHash);
  const rows = await longPoll(env, { topic, waitMs: READ_WAIT_MS, pollMs: POLL_MS, caller }, async () => {
    const { codeHash, isHost } = await requireWindow();
    const sentFrames = await readFramesAfter(env.db, { codeHash, fromHost: !isHost, after });
    return sentFrames.length > 0 ? sentFrames : undefined;
  });
  const frames = (rows ?? []).map(({ seq, frame }) => ({ seq, frame: JSON.parse(env.secrets.open(frame)) }));
  return { frames };
}
