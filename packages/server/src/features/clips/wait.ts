import type { Environment } from '../../environment/environment.ts';
import { errorOfStored } from '../../errors.ts';
import { withoutSlot } from '../../limits/call-class.ts';
import { type ClipKey, type ClipRow, findClip } from './queries.ts';
import { workOn } from './work.ts';

/** Some proxies close connections that are idle for a minute. */
const WAIT_MS = 20_000;
/** A wake-up may be lost. */
const POLL_MS = 1_000;

/** Throws the stored refusal, or an error that a retry may fix. */
export async function waitForPage(
  env: Environment,
  key: ClipKey,
  waitMs = WAIT_MS,
): Promise<ClipRow | undefined> {
  const deadline = performance.now() + waitMs;
  while (true) {
    const remainingMs = deadline - performance.now();
    await withoutSlot(Promise.race([workOn(env, key), waitForWakeUp(env, key, remainingMs)]));
    const clip = await findClip(env.db, key);
    if (clip?.refusal) throw errorOfStored(clip.refusal);
    const isOver = performance.now() >= deadline || env.closing.aborted;
    if (!clip || clip.page_id !== null || isOver) return clip;
    await withoutSlot(waitForWakeUp(env, key, Math.min(POLL_MS, Math.max(0, deadline - performance.now()))));
  }
}

function waitForWakeUp(
  { bus, closing }: Environment,
  { binderId }: ClipKey,
  milliseconds: number,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      closing.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    const unsubscribe = bus.subscribe(binderId, end);
    closing.addEventListener('abort', end);
    if (closing.aborted) end();
  });
}
