import type { ReplyTo } from '@ringbinder/protocol';
import type { NewLogEntry } from '../../log/index.ts';
import type { Transaction } from '../../storage/database.ts';
import { feedTexts, writeFeedMessage } from '../message-rows/index.ts';
import * as queries from './queries.ts';

/** One more message announces all further items. */
const MAX_MESSAGES = 20;
const MAX_SUBSTITUTES = 20;

export interface Departure {
  binderId: string;
  userId: string;
  /** The departing person, or the user who caused the departure. */
  actorId: string;
  at: number;
}

/**
 * Returns log entries that make clients reload. If the person is unavailable, also posts messages to those who are
 * responsible.
 *
 * @param membersOnly skips people who have left the binder, because their departure was announced earlier
 */
export async function announceAvailability(
  tx: Transaction,
  departure: Departure,
  membersOnly: boolean,
): Promise<NewLogEntry[]> {
  const { binderId, userId } = departure;
  const waiting = await queries.findAssignments(tx, binderId, userId);
  if (waiting.length === 0) return [];
  const assignee = await queries.findAssignee(tx, binderId, userId);
  if (!assignee || (membersOnly && assignee.unavailable === 'left')) return [];
  const { name, unavailable } = assignee;
  const entries = waiting.map((each) => entryOf(each, { userId, name, unavailable }));
  if (unavailable === null) return entries;
  return [...entries, ...(await mentionResponsible(tx, departure, waiting, unavailable))];
}

/** Returns nothing for a person who has left the binder, because clients no longer know the member. */
export async function accountEntry(tx: Transaction, { binderId, userId }: Departure): Promise<NewLogEntry[]> {
  const assignee = await queries.findAssignee(tx, binderId, userId);
  if (!assignee || assignee.unavailable === 'left') return [];
  const kind = assignee.unavailable === null ? 'member_enabled' : 'member_disabled';
  return [{ kind, body: { user_id: userId, name: assignee.name } }];
}

export async function announceAbsence(
  tx: Transaction,
  { binderId, userId, actorId, at }: Departure,
  notifies: boolean,
): Promise<NewLogEntry[]> {
  const steps = await queries.findCurrentSteps(tx, binderId, userId);
  const { name = '' } = (await queries.findAssignee(tx, binderId, userId)) ?? {};
  const entries = steps.map((step): NewLogEntry => {
    return { kind: 'step_absence_changed', body: { ...step, user_id: userId, name } };
  });
  if (!notifies || actorId === userId) return entries;
  const text = feedTexts.absenceChanged();
  return [
    ...entries,
    await writeFeedMessage(tx, { binderId, userId: actorId, at, text, mentions: [userId] }),
  ];
}

function entryOf(
  { kind, id, transaction_id }: queries.Assignment,
  assignee: { userId: string; name: string; unavailable: queries.Unavailable | null },
): NewLogEntry {
  const { userId: user_id, name, unavailable } = assignee;
  const step = { id, transaction_id: transaction_id ?? 0, user_id, name };
  const todo = { id, user_id, name };
  if (unavailable === null)
    return kind === 'step'
      ? { kind: 'step_assignee_available', body: step }
      : { kind: 'todo_assignee_available', body: todo };
  return kind === 'step'
    ? { kind: 'step_assignee_unavailable', body: { ...step, reason: unavailable } }
    : { kind: 'todo_assignee_unavailable', body: { ...todo, reason: unavailable } };
}

/** Messages remain when a person's data is erased, so they contain no names. */
async function mentionResponsible(
  tx: Transaction,
  { binderId, actorId, at }: Departure,
  waiting: readonly queries.Assignment[],
  unavailable: queries.Unavailable,
): Promise<NewLogEntry[]> {
  const items = [
    ...new Map(waiting.map((each) => [`${each.kind} ${each.transaction_id ?? each.id}`, each])).values(),
  ];
  const creatorIds = [...new Set(items.map(({ creator_id }) => creator_id))];
  const { owner, creators } = await queries.findResponsible(tx, binderId, creatorIds);
  const responsibleFor = (of: readonly queries.Assignment[]) => [
    ...new Set([
      ...of.map(({ creator_id }) => creator_id).filter((id) => creators.has(id)),
      ...(owner === undefined ? [] : [owner]),
    ]),
  ];
  const substitutes = items.some((item) => responsibleFor([item]).length === 0)
    ? await queries.findSubstitutes(tx, binderId, MAX_SUBSTITUTES)
    : undefined;
  const write = (text: string, of: readonly queries.Assignment[], replyTo?: ReplyTo) => {
    const responsible = responsibleFor(of);
    const mentions = responsible.length > 0 ? responsible : (substitutes?.ids ?? []);
    return writeFeedMessage(tx, { binderId, userId: actorId, at, text, mentions, replyTo });
  };
  const entries: NewLogEntry[] = [];
  for (const item of items.slice(0, MAX_MESSAGES)) {
    const canReassign = responsibleFor([item]).length > 0 || substitutes?.areAdmins === true;
    entries.push(await write(messageText(item, unavailable, canReassign), [item], targetOf(item)));
  }
  const rest = items.slice(MAX_MESSAGES);
  if (rest.length > 0) {
    entries.push(await write(feedTexts.moreWaiting(rest.length), rest));
  }
  return entries;
}

function messageText(
  { kind, title }: queries.Assignment,
  unavailable: queries.Unavailable,
  canReassign: boolean,
): string {
  const hasLeft = unavailable === 'left';
  if (kind === 'todo')
    return hasLeft ? feedTexts.todoAssigneeLeft(title) : feedTexts.todoAssigneeDisabled(title);
  if (hasLeft) return canReassign ? feedTexts.assigneeLeft(title) : feedTexts.assigneeLeftAsk(title);
  return canReassign ? feedTexts.assigneeDisabled(title) : feedTexts.assigneeDisabledAsk(title);
}

function targetOf({ kind, id, transaction_id }: queries.Assignment): ReplyTo {
  return kind === 'step' ? { transaction: { id: transaction_id ?? 0 } } : { todo: { id } };
}
