import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import type { Environment } from '../../environment/environment.ts';
import {
  ApiError,
  because,
  failed,
  invalid,
  type StoredError,
  storedError,
  unavailable,
  withDetails,
} from '../../errors.ts';
import { makePage } from './make-page.ts';
import {
  type ClipKey,
  type ClipRow,
  claimClip,
  extendClaim,
  findClip,
  postponeAttempt,
  refuseClip,
} from './queries.ts';

export const CLAIM_MS = 20_000;
const RENEWAL_MS = 5_000;
/** After this many attempts, a recording that crashes the process each time is refused. */
const MAX_ATTEMPTS = 4;
const RETRY_MS = 5_000;

const running = new WeakMap<Environment, Map<string, Promise<void>>>();

/** Concurrent calls in this process share one attempt. Rejects after failures that a retry may fix. */
export function workOn(env: Environment, key: ClipKey): Promise<void> {
  const works = running.get(env) ?? new Map<string, Promise<void>>();
  running.set(env, works);
  const name = `${key.binderId} ${key.id}`;
  const pending = works.get(name);
  if (pending) return pending;
  const work = claimAndMake(env, key).finally(() => works.delete(name));
  works.set(name, work);
  return work;
}

async function claimAndMake(env: Environment, key: ClipKey): Promise<void> {
  const clip = await claimClip(env.db, key, CLAIM_MS);
  if (!clip) return;
  const renewal = setInterval(() => {
    extendClaim(env.db, clip, CLAIM_MS).catch(() => undefined);
  }, RENEWAL_MS);
  try {
    if (clip.attempts > MAX_ATTEMPTS) throw invalid('upload_id', because('clip_unconverted'));
    await makePage(env, clip);
  } catch (error) {
    await storeFailure(env, key, clip, error);
  } finally {
    clearInterval(renewal);
  }
}

async function storeFailure(env: Environment, key: ClipKey, clip: ClipRow, error: unknown): Promise<void> {
  const existingClip = await findClip(env.db, key);
  if (!existingClip || existingClip.page_id !== null || existingClip.refusal) return;
  const refusal = refusalOf(error);
  if (refusal) {
    await refuseClip(env.db, key, refusal, env.clock.now());
    // The browser keeps its own copy of the recording.
    await env.files.partial(clip.id).remove();
    return;
  }
  const isBusy = isTransient(error);
  if (isBusy) await postponeAttempt(env.db, clip, RETRY_MS);
  else await extendClaim(env.db, clip, RETRY_MS);
  if (isBusy)
    throw unavailable(
      withDetails(because('server_busy'), 'the server is overloaded; the recording will be converted later'),
      RETRY_MS / 1000,
      error,
    );
  env.log.warn({ err: error, clip: clip.id }, 'clip: conversion failed, retrying');
  throw failed(error);
}

function refusalOf(error: unknown): StoredError | undefined {
  if (error instanceof MediaUnreadable)
    return storedError(
      invalid('upload_id', withDetails(because('file_damaged'), `is refused: ${error.message}`)),
    );
  if (error instanceof MediaTimeout) return storedError(invalid('upload_id', because('file_too_slow')));
  return error instanceof ApiError && error.status < 429 ? storedError(error) : undefined;
}

const isTransient = (error: unknown) =>
  error instanceof MediaBusy || (error instanceof ApiError && error.status === 503);
