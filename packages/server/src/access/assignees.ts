import { unavailableBecause } from './members.ts';

/* All functions return SQL. `step` is an alias of `transaction_steps`, and `userId` is an SQL expression. */

export const assigneeIds = (step: string): string =>
  `(coalesce(${step}.assignee_ids, ARRAY[${step}.assignee_id]) || CASE WHEN ${step}.group_ids IS NOT NULL THEN ARRAY(
    SELECT DISTINCT m.user_id FROM person_group_members m
    JOIN binder_members own ON own.binder_id = ${step}.binder_id AND own.user_id = m.user_id
    WHERE m.group_id = ANY(${step}.group_ids) AND NOT m.user_id = ANY(${step}.assignee_ids)) END)`;

const isOfGroup = (step: string, userId: string): string =>
  `(${step}.group_ids IS NOT NULL AND EXISTS (SELECT FROM person_group_members m
    WHERE m.user_id = ${userId} AND m.group_id = ANY(${step}.group_ids)))`;

export const isAssignee = (step: string, userId: string): string =>
  `(CASE WHEN ${step}.assignee_ids IS NULL THEN ${step}.assignee_id = ${userId}
    ELSE ${step}.assignee_ids @> ARRAY[${userId}] OR ${isOfGroup(step, userId)} END)`;

export const isOpenAssignee = (step: string, userId: string): string =>
  `(${step}.assignee_ids IS NULL AND ${step}.assignee_id = ${userId}
    OR ${step}.assignee_ids @> ARRAY[${userId}] AND NOT ${step}.presses ? ${userId})`;

/** A delegate's press counts for both the delegate and the assignee. */
const hasPressed = (step: string, userId: string): string =>
  `(${step}.assignee_ids IS NULL AND ${step}.clicked_button_id IS NOT NULL AND ${step}.assignee_id = ${userId}
    OR ${step}.presses ? ${userId} OR ${hasActed(step, userId)})`;

/** Earlier releases kept `delegates` in reopened steps, so it alone proves nothing. */
export const hasActed = (step: string, userId: string): string =>
  `(${step}.delegates IS NOT NULL AND EXISTS (SELECT FROM jsonb_each_text(${step}.delegates) acted WHERE acted.value = ${userId}
    AND (${step}.presses ? acted.key OR ${step}.assignee_ids IS NULL AND ${step}.clicked_button_id IS NOT NULL)))`;

export const isExcluded = (step: string, userId: string): string =>
  `(${step}.not_creator IS TRUE AND ${userId} = (
      SELECT own.creator_id FROM transactions own WHERE own.binder_id = ${step}.binder_id AND own.id = ${step}.transaction_id)
    OR ${step}.distinct_from IS NOT NULL AND EXISTS (
      SELECT FROM transaction_steps pressed
      WHERE pressed.binder_id = ${step}.binder_id AND pressed.transaction_id = ${step}.transaction_id
        AND pressed.order_number = ANY(${step}.distinct_from) AND ${hasPressed('pressed', userId)}))`;

export const isAwaitedByName = (step: string, userId: string): string =>
  `(${isOpenAssignee(step, userId)} AND NOT ${isExcluded(step, userId)})`;

export const isAwaited = (step: string, userId: string): string =>
  `((${isOpenAssignee(step, userId)} OR ${isOfGroup(step, userId)} AND NOT ${step}.presses ? ${userId})
    AND NOT ${isExcluded(step, userId)})`;

export const awaitedPeople = (step: string): string =>
  `(SELECT id FROM unnest(${assigneeIds(step)}) AS each (id)
    WHERE ${isAwaited(step, 'each.id')})`;

export const mayAct = (step: string, userId: string): string =>
  `(NOT ${isAssignee(step, userId)} AND NOT ${hasActed(step, userId)} AND NOT ${isExcluded(step, userId)})`;

/** `id` can answer for `for_id`. A delegate cannot answer for a person who left or is disabled. */
export const peopleWhoCanAnswer = (step: string, at: string): string =>
  `(SELECT own.id, own.id AS for_id FROM ${awaitedPeople(step)} own UNION ALL
    SELECT d.delegate_id, d.user_id FROM ${awaitedPeople(step)} own
    JOIN delegations d ON d.user_id = own.id AND ${isRunning('d', at)}
    JOIN users represented ON represented.id = own.id AND ${unavailableBecause('represented', `${step}.binder_id`)} IS NULL
    WHERE ${mayAct(step, 'd.delegate_id')})`;

export const isRunning = (d: string, at: string): string =>
  `(${d}.starts_at <= ${at} AND ${d}.ends_at > ${at})`;
