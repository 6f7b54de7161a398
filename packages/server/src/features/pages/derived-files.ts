import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import { LRUCache } from 'lru-cache';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, because, unavailable, withDetails } from '../../errors.ts';

const BUSY_RETRY_SECONDS = 2;
const VERSION_BYTES = 32;

interface Work {
  running: Map<string, Promise<Buffer>>;
  /** The server does not retry these jobs for a minute. */
  recentTimeouts: LRUCache<string, ApiError>;
  provisional: LRUCache<string, number>;
}

const ABANDONED_MS = 60_000;
/** Each attempt occupies a worker for seconds. */
const MAX_PROVISIONAL = 5;
const works = new WeakMap<Environment, Work>();

function workOf(env: Environment): Work {
  const work = works.get(env) ?? {
    running: new Map(),
    recentTimeouts: new LRUCache({ maxSize: 10_000, sizeCalculation: () => 1, ttl: ABANDONED_MS }),
    provisional: new LRUCache({ maxSize: 10_000, sizeCalculation: () => 1 }),
  };
  works.set(env, work);
  return work;
}

/** An incomplete file, which is stored only after `MAX_PROVISIONAL` attempts. */
export interface ProvisionalFile {
  provisional: Buffer;
}

/**
 * `name` must contain the hash of the source, so that the stored file is never outdated. Does not store empty files.
 */
export function createDerivedFile(
  env: Environment,
  name: string,
  what: string,
  make: () => Promise<Buffer | ProvisionalFile>,
): Promise<Buffer> {
  return onlyOnce(env, name, async () => {
    const stored = await env.files.readDerived(name);
    if (stored) return stored;
    const file = await runMediaJob(what, make);
    const bytes = 'provisional' in file ? file.provisional : file;
    const isFinal = file === bytes || isLastAttempt(env, name);
    if (isFinal && bytes.length > 0) await tryStore(env, name, bytes);
    return bytes;
  });
}

function isLastAttempt(env: Environment, name: string): boolean {
  const { provisional } = workOf(env);
  const attempts = (provisional.get(name) ?? 0) + 1;
  provisional.set(name, attempts);
  if (attempts < MAX_PROVISIONAL) return false;
  env.log.warn({ file: name, attempts }, 'derived files: gave up, stored the provisional file');
  return true;
}

/**
 * The stored file begins with its version, and the next version overwrites it.
 *
 * @param version a digest of 64 hexadecimal digits
 */
export function createLatestDerivedFile(
  env: Environment,
  name: string,
  version: string,
  what: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  return onlyOnce(env, `${name} ${version}`, async () => {
    const digest = Buffer.from(version, 'hex');
    const stored = await env.files.readDerived(name);
    if (stored?.subarray(0, VERSION_BYTES).equals(digest)) return stored.subarray(VERSION_BYTES);
    const bytes = await runMediaJob(what, make);
    await tryStore(env, name, Buffer.concat([digest, bytes]));
    return bytes;
  });
}

function onlyOnce(env: Environment, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const { running, recentTimeouts } = workOf(env);
  const failure = recentTimeouts.get(name);
  if (failure) return Promise.reject(failure);
  const pending = running.get(name);
  if (pending) return pending;
  const job = make()
    .catch((error) => {
      if (error instanceof ApiError && error.cause instanceof MediaTimeout) recentTimeouts.set(name, error);
      throw error;
    })
    .finally(() => running.delete(name));
  running.set(name, job);
  return job;
}

async function tryStore(env: Environment, name: string, bytes: Buffer): Promise<void> {
  await env.files
    .writeDerived(name, bytes)
    .catch((error) => env.log.warn({ err: error }, 'derived files: storing failed'));
}

/**
 * Throws `notFound` if the source cannot be processed, and `unavailable` if the media engine is overloaded or too slow.
 */
export async function runMediaJob<T>(what: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof MediaBusy)
      throw unavailable(
        withDetails(because('server_busy'), `the server is too busy to create the ${what}`),
        BUSY_RETRY_SECONDS,
        error,
      );
    if (error instanceof MediaTimeout)
      throw unavailable(
        withDetails(because('server_busy'), `creating the ${what} takes too long`),
        ABANDONED_MS / 1_000,
        error,
      );
    if (error instanceof MediaUnreadable)
      throw new ApiError('RESPONSE_ERROR_NOT_FOUND', `the ${what} cannot be created from its file`);
    throw error;
  }
}
