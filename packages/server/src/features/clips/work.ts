import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import type { Environment } from '../../environment/environment.ts';
import { ApiError, failed, invalid, unavailable } from '../../errors.ts';
import { makePage } from './make-page.ts';
import {
  type ClipKey,
  type ClipRow,
  claimClip,
  findClip,
  moveClaim,
  type Refusal,
  refuseClip,
  returnClaim,
} from './queries.ts';

/** A claim lasts so long; whoever works moves its end in time, so that one of a process that died is soon free. */
export const CLAIM_MS = 20_000;
const MOVE_MS = 5_000;
/** A recording that ends the process this often is given up. */
const MAX_ATTEMPTS = 4;
/** What failed through no fault of the recording is tried again after so long. */
const AGAIN_MS = 5_000;

const running = new WeakMap<Environment, Map<string, Promise<void>>>();

/**
 * Makes the page of a recording, unless somebody does: what this process is doing is waited for. Throws when it came to
 * nothing for the moment; what is refused for good is written down.
 */
export function workOn(env: Environment, key: ClipKey): Promise<void> {
  const mine = running.get(env) ?? new Map<string, Promise<void>>();
  running.set(env, mine);
  const name = `${key.binderId} ${key.id}`;
  const known = mine.get(name);
  if (known) return known;
  const work = claimAndMake(env, key).finally(() => mine.delete(name));
  mine.set(name, work);
  return work;
}

async function claimAndMake(env: Environment, key: ClipKey): Promise<void> {
  const clip = await claimClip(env.db, key, CLAIM_MS);
  if (!clip) return;
  const move = setInterval(() => {
    moveClaim(env.db, clip, CLAIM_MS).catch(() => undefined);
  }, MOVE_MS);
  try {
    if (clip.attempts > MAX_ATTEMPTS) throw invalid('upload_id', 'could not be written anew, several times');
    await makePage(env, clip);
  } catch (error) {
    await settleFailure(env, key, clip, error);
  } finally {
    clearInterval(move);
  }
}

/** A failure is the recording's, and then for good; or it is not, and then somebody tries again. */
async function settleFailure(env: Environment, key: ClipKey, clip: ClipRow, error: unknown): Promise<void> {
  const known = await findClip(env.db, key);
  // Somebody else has ended it meanwhile, and removed its bytes.
  if (!known || known.page_id !== null || known.refusal) return;
  const refusal = refusalOf(error);
  if (refusal) {
    await refuseClip(env.db, key, refusal, env.clock.now());
    // Its bytes are of use to nobody, and the browser that made it has its own.
    await env.files.partial(clip.id).remove();
    return;
  }
  const isBusy = isPassing(error);
  if (isBusy) await returnClaim(env.db, clip, AGAIN_MS);
  else await moveClaim(env.db, clip, AGAIN_MS);
  if (isBusy)
    throw unavailable(
      'the server has too much to do now to write the recording anew',
      AGAIN_MS / 1000,
      error,
    );
  env.log.warn({ err: error, clip: clip.id }, 'a recording was not written anew; it is tried again');
  throw failed(error);
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof MediaUnreadable) return invalid('upload_id', `is refused: ${error.message}`);
  if (error instanceof MediaTimeout) return invalid('upload_id', 'is refused: it takes too long to read');
  if (error instanceof ApiError && error.status < 429) {
    const { code, message, errors } = error;
    return { code, message, errors };
  }
  return undefined;
}

const isPassing = (error: unknown) =>
  error instanceof MediaBusy || (error instanceof ApiError && error.status === 503);
