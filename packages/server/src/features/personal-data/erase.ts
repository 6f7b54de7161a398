import type { Environment } from '../../environment/environment.ts';
import type { PeriodicJob } from '../../environment/periodic-jobs.ts';
import { append, type NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { chainLog } from '../hash-chain/index.ts';
import { messageDeleted } from '../messages/index.ts';
import * as binders from './binder-queries.ts';
import { claimErasure, type ErasureRow, findNextBinders, moveErasure } from './erase-queries.ts';

/** A step looks at this many binders, and erases data in at most one. */
const BINDERS_AT_ONCE = 100;

export const erasures: PeriodicJob = {
  name: 'erasures',
  everyMs: 5_000,
  work: eraseDue,
};

export async function eraseDue(env: Environment): Promise<void> {
  while (!env.closing.aborted && (await step(env)));
}

function step(env: Environment): Promise<boolean> {
  return env.db.transaction(async (tx) => {
    const erasure = await claimErasure(tx);
    if (!erasure) return false;
    const { user_id: userId, last_binder_id: last } = erasure;
    const next = await findNextBinders(tx, erasure, BINDERS_AT_ONCE);
    const binder = next.find(({ has_traces }) => has_traces) ?? next.at(-1);
    if (!binder) {
      await moveErasure(tx, userId, last, env.clock.now());
      return true;
    }
    if (binder.has_traces) await eraseInBinder(env, tx, binder.id, erasure);
    await moveErasure(tx, userId, binder.id, null);
    return true;
  });
}

async function eraseInBinder(
  env: Environment,
  tx: Transaction,
  binderId: string,
  { user_id: userId, with_content: withContent, addresses, requested_by: actorId }: ErasureRow,
): Promise<void> {
  await binders.lockBinder(tx, binderId);
  // The hash chain must contain the entries before their bodies are erased.
  await chainLog(tx, binderId);
  const at = env.clock.now();
  const messages = await binders.findMessages(tx, binderId, userId, withContent);
  const messageIds = messages.map(({ id }) => id);
  const visible = messages.filter(({ is_shown }) => is_shown);
  await binders.eraseMessages(tx, binderId, messageIds, { visibleCount: visible.length, at });
  const content = withContent
    ? await eraseContent(tx, binderId, userId, at)
    : { commentIds: [], entries: [] };
  const { commentIds } = content;
  await binders.eraseCaptions(tx, binderId, userId, withContent);
  await binders.eraseEntries(tx, binderId, { userId, withContent, addresses, messageIds, commentIds }, at);
  const entries = [...visible.map(messageDeleted), ...content.entries];
  // Append these entries after the erasure, so that it does not erase them.
  if (entries.length > 0) await append(tx, { binderId, actorId, at, bus: env.bus }, entries);
}

async function eraseContent(
  tx: Transaction,
  binderId: string,
  userId: string,
  at: number,
): Promise<{ commentIds: number[]; entries: NewLogEntry[] }> {
  const comments = await binders.findComments(tx, binderId, userId);
  const commentIds = comments.map(({ id }) => id);
  await binders.eraseComments(tx, binderId, commentIds, at);
  const erasedDrawings = await binders.eraseAnnotations(tx, binderId, userId);
  await binders.eraseInvitationTexts(tx, binderId, userId);
  await binders.eraseAnswers(tx, binderId, userId);
  const texts = await binders.eraseReplacedTexts(tx, binderId, userId, at);
  return {
    commentIds,
    entries: [
      ...comments.flatMap(({ id, page_id, is_shown }): NewLogEntry[] =>
        is_shown ? [{ kind: 'page_comment_deleted', body: { id, page_id } }] : [],
      ),
      ...erasedDrawings.map((body): NewLogEntry => ({ kind: 'page_annotation_deleted', body })),
      ...texts.map((body): NewLogEntry => ({ kind: 'file_deleted', body })),
    ],
  };
}
