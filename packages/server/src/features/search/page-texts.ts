import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../environment.ts';
import { indexPageTexts } from '../pages/index.ts';

/** How long a search waits for pages that were uploaded just now. A hundred pages of text take a fraction of it. */
const TIMEOUT_MS = 2_000;

/** By environment and binder: who comes while its pages are read waits for the same reading. */
const readings = new WeakMap<Environment, Map<string, Promise<void>>>();

/** Reads the words of all pages of a binder that were not read yet. Never throws: what fails is logged and tried again. */
export function readPages(env: Environment, binderId: string): Promise<void> {
  const ofEnvironment = readings.get(env) ?? new Map<string, Promise<void>>();
  readings.set(env, ofEnvironment);
  const running = ofEnvironment.get(binderId);
  if (running) return running;
  const reading = readAll(env, binderId).finally(() => ofEnvironment.delete(binderId));
  ofEnvironment.set(binderId, reading);
  return reading;
}

/** The same for a search: reads on when the search waits no longer. */
export async function readPagesSoon(env: Environment, binderId: string): Promise<void> {
  const timeouts = new AbortController();
  const enough = delay(TIMEOUT_MS, undefined, { signal: timeouts.signal }).catch(() => {});
  await Promise.race([readPages(env, binderId), enough]);
  timeouts.abort();
}

async function readAll(env: Environment, binderId: string): Promise<void> {
  try {
    while (await indexPageTexts(env, binderId));
  } catch (error) {
    if (!env.closing.aborted)
      env.log.warn(
        { err: error, binder_id: binderId },
        'the words of pages could not be read; they are tried again',
      );
  }
}
