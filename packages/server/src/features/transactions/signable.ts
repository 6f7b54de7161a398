import { MediaBusy, MediaTimeout, MediaUnreadable } from '@ringbinder/page-renderer';
import { accessBinder, type BinderCall } from '../../access/index.ts';
import {
  because,
  type FieldError,
  fieldError,
  fieldsPreconditionFailed,
  unavailable,
  withDetails,
} from '../../errors.ts';
import { findSignablePages } from './signature-queries.ts';
import { checkPlaces, type NamedPlace } from './signatures.ts';

const BUSY_RETRY_SECONDS = 2;

/** Throws `preconditionFailed` for places on a PDF that is encrypted, damaged, or takes too long to read. */
export async function requireSignable(
  { env, db, actor, binderId }: BinderCall,
  named: readonly NamedPlace[],
): Promise<void> {
  if (named.length === 0) return;
  await accessBinder(db, actor, binderId, 'write');
  const places = named.map(({ place }) => place);
  const pages = await findSignablePages(db, binderId, places);
  checkPlaces(named, pages);
  const problems: FieldError[] = [];
  const reasons = new Map<string, string | undefined>();
  for (const { place, path } of named) {
    const { sha256 = '' } = pages.get(place.page_id) ?? {};
    if (!reasons.has(sha256)) reasons.set(sha256, await obstacle(env, sha256));
    const reason = reasons.get(sha256);
    if (reason)
      problems.push(
        fieldError(
          `${path}.page_id`,
          withDetails(because('cannot_be_signed'), `cannot be signed: ${reason}`),
        ),
      );
  }
  if (problems.length > 0) throw fieldsPreconditionFailed(problems);
}

async function obstacle({ media, files }: BinderCall['env'], sha256: string): Promise<string | undefined> {
  try {
    await media.drawOver(files.pathOf(sha256), { pages: [], overlay: null });
    return undefined;
  } catch (error) {
    if (error instanceof MediaBusy)
      throw unavailable(
        withDetails(because('server_busy'), 'too many files are being read right now'),
        BUSY_RETRY_SECONDS,
        error,
      );
    if (error instanceof MediaTimeout) return 'the PDF takes too long to read';
    if (error instanceof MediaUnreadable) return error.message;
    throw error;
  }
}
