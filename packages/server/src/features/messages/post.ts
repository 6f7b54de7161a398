import { type Actor, type BinderCall, changeBinder, requireRole } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { createJointBatcher, STALLED } from '../../storage/batcher.ts';
import type { Database } from '../../storage/database.ts';
import { currentTraceparent } from '../../tracing/index.ts';
import { insertMessage } from '../message-rows/index.ts';
import { audioPath, storeAttachments } from './attachments.ts';
import { checkMentions, withAllMembers } from './mentions.ts';
import type { MessageInput, PostedMessage } from './message-input.ts';
import { insertMessages, type NewMessage, type PostedRow } from './queries.ts';
import { checkReplyTarget, readReplyTarget } from './reply-target.ts';

/** An attempt fails if any author loses access while the posts wait for the binder's lock. */
const MAX_ATTEMPTS = 10;

/** Per binder. One statement stores 1,000 posts in about 100 ms. */
const MAX_WAITING = 1_000;

export type PostMessage = (
  db: Database,
  actor: Actor,
  binderId: string,
  input: MessageInput,
) => Promise<PostedMessage>;

/** All waiting posts share a statement. Separate statements would each wait for the disk. */
export function createPosting(env: Environment): PostMessage {
  const submitPost = createJointBatcher<NewMessage, PostedRow | undefined>(
    {
      runJointly: (messages) => storeUnlocked(env, messages),
      runKey: (_binderId, messages) => store(env, env.db, messages),
    },
    { maxWaiting: MAX_WAITING },
  );
  return async (db, actor, binderId, input) => {
    if (
      input.replyTo ||
      input.threadOnly ||
      input.mentions?.length ||
      input.mentionAll ||
      input.form ||
      input.attached?.file ||
      input.attached?.audio
    )
      return postWithReferences({ env, db, actor, binderId }, input);
    const message = {
      binderId,
      userId: actor.userId,
      text: input.text,
      clientUuid: input.clientUuid,
      traceparent: currentTraceparent(),
    };
    const row = db === env.db ? await submitPost(binderId, message) : (await store(env, db, [message]))[0];
    requireRole(row, binderId, 'write');
    if (row?.new_id == null || row.seq == null || row.at == null)
      throw new Error(`gave up posting to ${binderId} after ${MAX_ATTEMPTS} attempts`);
    return { id: row.new_id, seq: row.seq, at: row.at };
  };
}

async function store(
  env: Environment,
  db: Database,
  messages: readonly NewMessage[],
): Promise<(PostedRow | undefined)[]> {
  for (let attempt = 1; ; attempt++) {
    const rows = await insertMessages(db, messages, { at: env.clock.now(), locked: 'wait' });
    if (rows.some((row) => row?.unsettled) && attempt < MAX_ATTEMPTS) continue;
    wakeReaders(env, db, messages, rows);
    return rows;
  }
}

async function storeUnlocked(
  env: Environment,
  messages: readonly NewMessage[],
): Promise<(PostedRow | undefined | typeof STALLED)[]> {
  const rows = await insertMessages(env.db, messages, { at: env.clock.now(), locked: 'skip' });
  wakeReaders(env, env.db, messages, rows);
  return rows.map((row) => (row?.unsettled ? STALLED : row));
}

function wakeReaders(
  env: Environment,
  db: Database,
  messages: readonly NewMessage[],
  rows: readonly (PostedRow | undefined)[],
): void {
  const posted = messages.filter((_, index) => rows[index]?.new_id != null);
  const binderIds = new Set(posted.map(({ binderId }) => binderId));
  if (binderIds.size > 0)
    db.afterCommit(() => {
      for (const binderId of binderIds) env.bus.wake(binderId);
    });
}

async function postWithReferences(call: BinderCall, input: MessageInput): Promise<PostedMessage> {
  const { text, threadOnly, mentionAll, form, attached = {}, clientUuid } = input;
  const replyTo = input.replyTo && readReplyTarget(input.replyTo);
  if (threadOnly && !replyTo?.binder) throw invalid('thread_only', 'needs reply_to.binder');
  const { binderId } = call;
  const { userId } = call.actor;
  return changeBinder(call, 'write', async (change) => {
    const { tx } = change;
    if (replyTo) await checkReplyTarget(tx, binderId, replyTo);
    const named = input.mentions ?? [];
    await checkMentions(tx, binderId, named);
    const mentions = mentionAll ? await withAllMembers(tx, binderId, userId, named) : named;
    const { file, audio, entries } = await storeAttachments(call, change, attached);
    const message = {
      binderId,
      userId,
      at: change.at,
      text,
      replyTo,
      threadOnly,
      mentions,
      mentionAll,
      clientUuid,
      isFeed: false,
      form,
      file,
    };
    const sound = audio && { audio, pathOf: (id: number) => audioPath(call.env, binderId, id) };
    const { id, at, entry } = await insertMessage(tx, { ...message, sound });
    const seq = await change.log([...entries, entry]);
    return { id, seq, at, ...(file ? { fileId: file.id } : {}) };
  });
}
