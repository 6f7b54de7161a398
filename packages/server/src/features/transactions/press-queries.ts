import type {
  Action,
  DisplayStatus,
  FileRequest,
  FormAnswers,
  FormField,
  Outcome,
  SignaturePlace,
} from '@ringbinder/protocol';
import {
  assigneeIds,
  hasActed,
  isAwaited,
  isExcluded,
  isRunning,
  mayAct,
  unavailableBecause,
} from '../../access/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { archiveStep } from './archive-step.ts';
import { DELIVERED, type Delivered } from './file-queries.ts';
import { type UnreadPage, unreadPages } from './read-page-queries.ts';
import type { StoredSignatures } from './signature-queries.ts';

export interface PressRow extends Record<string, unknown> {
  is_active: boolean;
  outcome: Outcome | null;
  assignee_ids: string[] | null;
  has_groups: boolean;
  has_pressed: boolean;
  /** Whether `not_creator` or `distinct_from` excludes the person who presses the button. */
  is_excluded: boolean;
  /** Whether the person who presses has already represented somebody else in the step. */
  has_acted: boolean;
  /** The assignees whose current delegate presses the button. */
  represented: RepresentedRow[];
  has_exclusions: boolean;
  actions: Action[] | null;
  order_number: number | null;
  max_reopenings: number | null;
  fields: FormField[] | null;
  page_ids: number[] | null;
  unread: UnreadPage[] | null;
  file_requests: FileRequest[] | null;
  delivered: Delivered | null;
  is_pressed: boolean;
  signature_places: SignaturePlace[] | null;
  is_completed: boolean;
  /** Whether earlier steps are open. */
  is_waiting: boolean;
  bot_user_id: string | null;
}

export interface RepresentedRow {
  id: string;
  name: string;
  has_pressed: boolean;
  is_excluded: boolean;
}

const RUNNING = (delegateId: string, at: string) => `delegations d JOIN users u ON u.id = d.user_id
  AND ${unavailableBecause('u', '$1')} IS NULL WHERE d.delegate_id = ${delegateId} AND ${isRunning('d', at)}`;

export function findStepToPress(
  tx: Database,
  binderId: string,
  transactionId: number,
  stepId: number,
  userId: string,
  at: number,
): Promise<PressRow | undefined> {
  return first<PressRow>(
    tx,
    `SELECT t.is_active, t.outcome, t.max_reopenings, s.order_number, s.actions, s.fields, to_json(s.page_ids) AS page_ids, ${unreadPages('$4::text')} AS unread,
       s.file_requests, ${DELIVERED} AS delivered, s.signature_places, coalesce(s.presses <> '{}', false) AS is_pressed,
       s.completed_at IS NOT NULL AS is_completed,
       CASE WHEN s.id IS NOT NULL THEN ${assigneeIds('s')} END AS assignee_ids, s.group_ids IS NOT NULL AS has_groups,
       coalesce(s.presses ? $4, false) AS has_pressed, coalesce(${isExcluded('s', '$4')}, false) AS is_excluded,
       coalesce(${hasActed('s', '$4')}, false) AS has_acted,
       (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', u.id, 'name', u.name,
           'has_pressed', coalesce(s.presses ? u.id, false), 'is_excluded', coalesce(${isExcluded('s', 'u.id')}, false))), '[]')
        FROM ${RUNNING('$4', '$5::bigint')} AND u.id = ANY(${assigneeIds('s')})) AS represented,
       EXISTS (
         SELECT FROM transaction_steps any_step WHERE any_step.binder_id = $1 AND any_step.transaction_id = t.id
           AND any_step.distinct_from IS NOT NULL
       ) AS has_exclusions,
       EXISTS (
         SELECT FROM transaction_steps earlier
         WHERE earlier.binder_id = $1 AND earlier.transaction_id = t.id
           AND earlier.order_number < s.order_number AND earlier.completed_at IS NULL
       ) AS is_waiting,
       (SELECT id FROM users WHERE id = t.creator_id AND is_bot) AS bot_user_id
     FROM transactions t
     LEFT JOIN transaction_steps s ON s.binder_id = t.binder_id AND s.transaction_id = t.id AND s.id = $3
     WHERE t.binder_id = $1 AND t.id = $2 AND t.deleted_at IS NULL`,
    [binderId, transactionId, stepId, userId, at],
  );
}

export interface StepPress {
  binderId: string;
  transactionId: number;
  stepId: number;
  buttonId: string;
  assigneeId: string;
  delegateId: string | null;
  answers: FormAnswers | null;
  signatures: StoredSignatures | null;
  isVeto: boolean;
  /** Whether the button's `next` is an order number. */
  isBranch: boolean;
  at: number;
  /** If undefined, the transaction ends with its last step. */
  outcome: Outcome | undefined;
  displayStatus: DisplayStatus | undefined;
  /** For a transaction that ends without a display status. */
  completedStatus: DisplayStatus;
}

export interface PressedStep extends Record<string, unknown> {
  is_completed: boolean;
  outcome: Outcome | null;
  display_text: string | null;
  display_style: DisplayStatus['style'] | null;
}

/** The update evaluates this on the latest row, so that concurrent presses count. */
const COMPLETES = `(s.assignee_ids IS NULL OR $12::boolean
  OR 1 + (SELECT count(*) FROM jsonb_each(s.presses) AS press WHERE press.value->>'action' = $4) >= s.required)`;

/**
 * Returns undefined if the press is no longer possible. Locks the delegation and the group membership until the commit.
 */
export function storePress(tx: Transaction, press: StepPress): Promise<PressedStep | undefined> {
  const { binderId, transactionId, stepId, buttonId, at } = press;
  const { outcome = null, displayStatus, completedStatus } = press;
  return first<PressedStep>(
    tx,
    `WITH ${archiveStep},
     acting AS (
       SELECT d.id FROM ${RUNNING('$13::text', '$5::bigint')} AND d.user_id = $11 FOR KEY SHARE OF d
     ), member AS (
       SELECT FROM person_group_members m JOIN transaction_steps g ON m.group_id = ANY(g.group_ids)
       WHERE g.binder_id = $1 AND g.id = $3::text::bigint AND m.user_id = $11 FOR KEY SHARE OF m
     ), pressed AS (
       UPDATE transaction_steps s SET updated_at = $5,
         clicked_button_id = CASE WHEN ${COMPLETES} THEN $4 END,
         completed_at = CASE WHEN ${COMPLETES} THEN $5::bigint END,
         assignee_id = CASE WHEN ${COMPLETES} THEN $11 ELSE s.assignee_id END,
         delegates = CASE WHEN $13::text IS NULL THEN s.delegates - $11::text
           ELSE coalesce(s.delegates, '{}') || jsonb_build_object($11::text, $13::text) END,
         answers = CASE WHEN $14::jsonb IS NOT NULL THEN coalesce(s.answers, '{}') || jsonb_build_object($11::text, $14::jsonb) END,
         signatures = CASE WHEN $16::jsonb IS NOT NULL THEN coalesce(s.signatures, '{}') || jsonb_build_object($11::text, $16::jsonb) END,
         presses = s.presses || jsonb_build_object($11::text, jsonb_build_object('action', $4::text, 'at', $5::bigint))
       FROM transactions t
       WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.outcome IS NULL
         AND s.binder_id = $1 AND s.transaction_id = t.id AND s.id = $3::text::bigint AND s.completed_at IS NULL
         AND ${isAwaited('s', '$11::text')}
         AND (s.group_ids IS NULL OR s.assignee_ids @> ARRAY[$11::text] OR EXISTS (SELECT FROM member))
         AND ($13::text IS NULL OR EXISTS (SELECT FROM acting) AND ${mayAct('s', '$13::text')})
       RETURNING s.id, s.completed_at IS NOT NULL AS is_completed, NOT EXISTS (
         SELECT FROM transaction_steps other
         WHERE other.binder_id = $1 AND other.transaction_id = t.id AND other.id <> s.id AND other.completed_at IS NULL
       ) AS is_last
     ), effect AS (
       SELECT id, is_completed, is_completed AND is_last AND NOT $15::boolean AS is_end, CASE WHEN is_completed THEN $6::text END AS outcome,
         CASE WHEN is_completed THEN $7::text END AS display_text, CASE WHEN is_completed THEN $8::text END AS display_style
       FROM pressed
     )
     UPDATE transactions t SET updated_at = $5,
       outcome = coalesce(effect.outcome, CASE WHEN is_end THEN 'completed' END),
       ended_by_step_id = CASE WHEN effect.outcome IS NOT NULL THEN effect.id END,
       is_active = is_active AND effect.outcome IS NULL,
       display_text = coalesce(effect.display_text, t.display_text, CASE WHEN is_end THEN $9 END),
       display_style = coalesce(effect.display_style, t.display_style, CASE WHEN is_end THEN $10 END)
     FROM effect
     WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.outcome IS NULL
     RETURNING effect.is_completed, t.outcome, t.display_text, t.display_style`,
    [
      binderId,
      transactionId,
      stepId,
      buttonId,
      at,
      outcome,
      displayStatus?.text ?? null,
      displayStatus?.style ?? null,
      completedStatus.text,
      completedStatus.style,
      press.assigneeId,
      press.isVeto,
      press.delegateId,
      press.answers && JSON.stringify(press.answers),
      press.isBranch,
      press.signatures && JSON.stringify(press.signatures),
    ],
  );
}
