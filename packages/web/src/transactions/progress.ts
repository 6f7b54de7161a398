import type {
  Absence,
  Action,
  Assignee,
  Message,
  SharedAssignee,
  Step,
  Transaction,
  UserReference,
} from '@ringbinder/protocol';
import { commentsOn } from '../comments/comment-target.ts';

export type StateForUser = 'mine' | 'open' | 'stopped' | 'completed' | 'rejected';

export function stateForUser(transaction: Transaction, userId: string): StateForUser {
  const { outcome, is_active, steps } = transaction;
  if (outcome) return outcome;
  if (!is_active) return 'stopped';
  return steps.some((step) => isTurnOf(step, userId)) ? 'mine' : 'open';
}

export function isTurnOf(step: Step, userId: string): boolean {
  return placeOf(step, userId) !== undefined;
}

/** Returns the user's own entry, or that of somebody whom the user represents. */
export function placeOf(step: Step, userId: string): Assignee | undefined {
  if (step.status !== 'current') return undefined;
  const awaited = awaitedIn(step);
  const own = awaited.find(({ user_id }) => user_id === userId);
  const everyone: readonly Assignee[] = step.assignees ?? [step.assignee];
  // A user can press only once in a step, so an assignee cannot also press for somebody else.
  const isIn = everyone.some(({ user_id, pressed_by }) => user_id === userId || pressed_by?.id === userId);
  if (isIn) return own;
  // The server names only delegates who may press. Nobody can press for a removed person.
  return awaited.find((each) => !each.unavailable && absenceOf(each)?.delegate?.id === userId);
}

export function absenceOf({ absences }: Assignee, now = Date.now()): Absence | undefined {
  return absences?.find(({ starts_time, ends_time }) => starts_time <= now && now < ends_time);
}

export function awaitedIn(step: Step): readonly Assignee[] {
  if (!isOpen(step)) return [];
  const { assignee, assignees } = step;
  return assignees?.filter(({ pressed, excluded }) => !pressed && !excluded) ?? [assignee];
}

export const isOpen = ({ status }: Step) => status === 'current' || status === 'waiting';

/**
 * `count` counts the presses of the most pressed button. Returns undefined unless the step is open and has
 * several assignees.
 */
export function answersIn(step: Step): { count: number; required: number } | undefined {
  const { assignees, required } = step;
  if (!isOpen(step) || !assignees || required === undefined) return undefined;
  const presses = Map.groupBy(
    assignees.flatMap(({ pressed }) => pressed ?? []),
    ({ click_button_id }) => click_button_id,
  );
  return { count: Math.max(0, ...[...presses.values()].map(({ length }) => length)), required };
}

/** Returns current assignees who cannot answer, but without whom the step cannot complete. */
export function unavailableIn({ steps, outcome }: Transaction) {
  const unavailablePeople = steps.flatMap((step) => {
    const awaited = step.status === 'current' ? awaitedIn(step) : [];
    const { count, required } = answersIn(step) ?? { count: 0, required: 1 };
    const available = awaited.filter(({ unavailable }) => !unavailable);
    if (available.length >= required - count) return [];
    return awaited.flatMap(({ user_id, name, unavailable }) =>
      unavailable ? [{ user_id, name, unavailable }] : [],
    );
  });
  return outcome ? [] : [...new Map(unavailablePeople.map((each) => [each.user_id, each])).values()];
}

export interface Groups {
  readonly mine: readonly Transaction[];
  /** Open or stopped transactions. */
  readonly open: readonly Transaction[];
  readonly ended: readonly Transaction[];
}

export function groupsOf(transactions: readonly Transaction[], userId: string): Groups {
  const groups = Object.groupBy(transactions.toSorted(byChange), (transaction) => {
    const state = stateForUser(transaction, userId);
    if (state === 'mine') return 'mine';
    return state === 'completed' || state === 'rejected' ? 'ended' : 'open';
  });
  return { mine: groups.mine ?? [], open: groups.open ?? [], ended: groups.ended ?? [] };
}

function byChange(one: Transaction, other: Transaction): number {
  return other.updated_time - one.updated_time || other.id - one.id;
}

/** The steps of a stage run in parallel. */
export function stagesOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const stages = Map.groupBy(steps, ({ order_number }) => order_number);
  return [...stages].toSorted(([one], [other]) => one - other).map(([, stage]) => stage);
}

export function pressedAction({ actions, clicked_button_id }: Step): Action | undefined {
  return actions.find(({ id }) => id === clicked_button_id);
}

export function actionOf({ actions }: Step, { pressed }: SharedAssignee): Action | undefined {
  return actions.find(({ id }) => id === pressed?.click_button_id);
}

interface Press {
  by: UserReference;
  /** The assignee for whom a delegate pressed. */
  for?: string | undefined;
  at: number;
  action: Action | undefined;
}

export function pressesIn(step: Step): readonly Press[] {
  const { assignee, assignees, completed_time } = step;
  if (assignees)
    return assignees
      .flatMap((each) => {
        const { pressed } = each;
        return pressed ? [{ ...presserOf(each), at: pressed.time, action: actionOf(step, each) }] : [];
      })
      .toSorted((one, other) => one.at - other.at);
  return completed_time === undefined
    ? []
    : [{ ...presserOf(assignee), at: completed_time, action: pressedAction(step) }];
}

function presserOf({ user_id: id, name, pressed_by }: Assignee): Pick<Press, 'by' | 'for'> {
  return pressed_by ? { by: pressed_by, for: name } : { by: { id, name } };
}

/** Only an end by a button can be undone. */
export function canReopen({ outcome, steps }: Transaction): boolean {
  return outcome !== undefined && steps.some((step) => pressedAction(step)?.outcome !== undefined);
}

export type HistoryItem = { at: number; by: UserReference } & (
  | { type: 'created' }
  /** `body` is the comment of the person. */
  | { type: 'pressed'; step: Step; action: Action | undefined; for: string | undefined; body: string }
  | { type: 'comment'; message: Message }
);

export function historyOf(transaction: Transaction, messages: readonly Message[]): readonly HistoryItem[] {
  const comments = commentsOn({ transaction }, messages);
  const spoken = new Set<Message>();
  const pressed = transaction.steps.flatMap((step) =>
    pressesIn(step).map(({ by, at, action, for: represented }): HistoryItem => {
      const body = comments.find(
        (message) => message.created_time === at && message.user.id === by.id && !spoken.has(message),
      );
      if (body) spoken.add(body);
      return { type: 'pressed', at, by, step, action, for: represented, body: commentIn(body, action) };
    }),
  );
  const rest = comments.filter((message) => !spoken.has(message));
  return [
    { type: 'created' as const, at: transaction.created_time, by: transaction.creator },
    ...pressed,
    ...rest.map((message) => ({
      type: 'comment' as const,
      at: message.created_time,
      by: message.user,
      message,
    })),
  ].toSorted((one, other) => one.at - other.at);
}

function commentIn({ text }: Pick<Message, 'text'> = { text: '' }, action: Action | undefined): string {
  const feedMessage = action?.feed_msg ?? '';
  return text.startsWith(feedMessage) ? text.slice(feedMessage.length).trim() : text;
}
