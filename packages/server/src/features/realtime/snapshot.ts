import type { Snapshot } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { readMembers, readSharedBinder } from '../binders/index.ts';
import { readFirstFiles } from '../files/index.ts';
import { readNewestMessages, readPinnedMessages } from '../messages/index.ts';
import { readCommentsOfPages } from '../page-comments/index.ts';
import { readFirstPages } from '../pages/index.ts';
import { listSections } from '../sections/index.ts';
import { type RealtimeListType, realtimeLists } from './lists.ts';

/** Enough for two screens. */
const MAX_MESSAGES = 100;
const MAX_COMMENTS = 1_000;

export interface BinderSnapshot {
  epoch: string;
  seq: number;
  state: Snapshot;
}

export function readSnapshot(env: Environment, binderId: string): Promise<BinderSnapshot | undefined> {
  return env.db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const matchingBinder = await readSharedBinder(env, tx, binderId);
    if (matchingBinder === undefined) return undefined;
    const { binder, epoch, seq } = matchingBinder;
    return { epoch, seq, state: { binder, ...(await readContents(env, tx, binder)) } };
  });
}

async function readContents(
  env: Environment,
  tx: Database,
  { id: binderId, owner }: Snapshot['binder'],
): Promise<Omit<Snapshot, 'binder'>> {
  const newest = { binderId, userId: owner.id, limit: MAX_MESSAGES };
  const members = await readMembers(env, tx, binderId);
  const { messages, hasOlder } = await readNewestMessages(env, tx, newest);
  const pinned_messages = await readPinnedMessages(env, tx, binderId);
  const pages = await readFirstPages(env, tx, binderId);
  const sections = await listSections(tx, binderId);
  const pageIds = pages.pages.map(({ id }) => id);
  const comments = await readCommentsOfPages(tx, binderId, pageIds, MAX_COMMENTS);
  const files = await readFirstFiles(tx, binderId);
  const firsts = [];
  for (const [, { readFirst }] of realtimeLists) firsts.push(await readFirst(env, tx, binderId));
  const { isComplete: _, ...lists }: Pick<Snapshot, `${RealtimeListType}s`> & { isComplete: boolean } =
    Object.assign({}, ...firsts);
  return {
    ...lists,
    members,
    messages,
    has_older_messages: hasOlder,
    pinned_messages,
    pages: pages.pages,
    sections,
    page_comments: [...comments.byPage].map(([page_id, each]) => ({ page_id, comments: each })),
    files: files.files,
    is_complete: [pages, comments, files, ...firsts].every(({ isComplete }) => isComplete),
  };
}
