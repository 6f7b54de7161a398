import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../environment/environment.ts';
import { indexPageTexts } from '../pages/index.ts';
import { indexPageLexemes } from './page-lexemes.ts';

/** Enough for reading more than a hundred pages. */
const TIMEOUT_MS = 2_000;

interface Reading {
  done: Promise<boolean>;
  /** For callers that arrive during the current reading, which may have missed their page. */
  next?: Promise<boolean>;
}

const readings = new WeakMap<Environment, Map<string, Reading>>();

/**
 * Never rejects.
 *
 * @returns whether all pages that existed at the call were read
 */
export function readPages(env: Environment, binderId: string): Promise<boolean> {
  const ofEnvironment = readings.get(env) ?? new Map<string, Reading>();
  readings.set(env, ofEnvironment);
  const running = ofEnvironment.get(binderId);
  if (!running) return begin(env, binderId, ofEnvironment);
  running.next ??= running.done.then(() => begin(env, binderId, ofEnvironment));
  return running.next;
}

function begin(env: Environment, binderId: string, ofEnvironment: Map<string, Reading>): Promise<boolean> {
  const done = readAll(env, binderId).finally(() => {
    if (reading.next === undefined) ofEnvironment.delete(binderId);
  });
  const reading: Reading = { done };
  ofEnvironment.set(binderId, reading);
  return done;
}

/** After the time limit, the reading continues. */
export async function readPagesSoon(env: Environment, binderId: string): Promise<boolean> {
  const timeouts = new AbortController();
  const enough = delay(TIMEOUT_MS, false, { signal: timeouts.signal }).catch(() => false);
  const isRead = await Promise.race([readPages(env, binderId), enough]);
  timeouts.abort();
  return isRead;
}

async function readAll(env: Environment, binderId: string): Promise<boolean> {
  try {
    let read: 'some' | 'all' | 'busy' = 'some';
    while (read === 'some') read = await indexPageTexts(env, binderId);
    await indexPageLexemes(env, binderId);
    return read === 'all';
  } catch (error) {
    if (!env.closing.aborted)
      env.log.warn({ err: error, binder_id: binderId }, 'search: reading page texts failed, retrying');
    return false;
  }
}
