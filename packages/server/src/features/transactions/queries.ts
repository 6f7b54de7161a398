import type {
  Action,
  DisplayStatus,
  FileRequest,
  FormAnswers,
  FormField,
  Outcome,
  SignaturePlace,
} from '@ringbinder/protocol';
import { mayAct, unavailableBecause } from '../../access/index.ts';
import { archiveRowVersions } from '../../log/index.ts';
import { type Database, first, type Transaction } from '../../storage/database.ts';
import { dueDayOf } from '../../time/due-day.ts';
import { alarmAfter, scheduleAlarms } from './alarm.ts';
import { type DeliveryRow, STEP_DELIVERIES } from './file-queries.ts';
import type { PlannedStep } from './planned-steps.ts';
import { STEP_PAGES } from './read-page-queries.ts';
import { redrawSql, SIGNED_FILES, STEP_PLACES, type StoredSignatures } from './signature-queries.ts';

export interface StepRow {
  id: number;
  order_number: number;
  action_style: string;
  actions: Action[];
  fields: FormField[] | null;
  /** Keyed by assignee id. */
  answers: Record<string, FormAnswers> | null;
  pages: { id: number; name: string; file_id: string | null }[] | null;
  /** Keyed by user id, then by page id. */
  reads: Record<string, Record<string, { at: number; file_id: string | null }>> | null;
  /** When each person opened the step first, keyed by user id. */
  views: Record<string, number> | null;
  file_requests: FileRequest[] | null;
  deliveries: DeliveryRow[] | null;
  /** The page size and `base_file_id` are present only if the page exists. */
  signature_places:
    | (SignaturePlace & { page_width?: number; page_height?: number; base_file_id?: string })[]
    | null;
  /** Keyed by the assignee's id. */
  signatures: Record<string, StoredSignatures> | null;
  /** Files that show the signatures, keyed by the file without signatures. */
  signed_files: Record<string, string> | null;
  clicked_button_id: string | null;
  completed_at: number | null;
  reopened_at: number | null;
  reopenings: number | null;
  created_at: number;
  updated_at: number;
  assignee_id: string;
  assignee_name: string;
  assignee_email: string | null;
  assignee_org_id: string;
  assignee_unique_id: string | null;
  assignee_unavailable: 'left' | 'disabled' | null;
  assignee_absences: AbsenceRow[] | null;
  /** Due time of the step, or of the transaction if the step has none. */
  due_at: number | null;
  due_day: string | null;
  reminders: number[] | null;
  overdue_at: number | null;
  escalate_to: string | null;
  escalate_name: string | null;
  escalate_after: number | null;
  /** Members of groups come last. Null for a step with one assignee. */
  assignees: AssigneeRow[] | null;
  groups: { id: string; name: string }[] | null;
  required: number | null;
  /** Keyed by the assignee's id. */
  presses: Record<string, { action: string; at: number }> | null;
  distinct_from: number[] | null;
  not_creator: boolean | null;
  /** Keyed by the assignee's id. */
  delegates: Record<string, { id: string; name: string }> | null;
}

export interface AssigneeRow {
  id: string;
  name: string;
  email: string | null;
  org_id: string;
  unique_id: string | null;
  unavailable: 'left' | 'disabled' | null;
  absences: AbsenceRow[] | null;
  is_of_group: boolean;
}

export interface AbsenceRow {
  starts_at: number;
  ends_at: number;
  /** Null if the delegate may not press a button of the step. */
  delegate: { id: string; name: string } | null;
}

export interface TransactionRow extends Record<string, unknown> {
  id: number;
  title: string;
  content: string;
  is_active: boolean;
  outcome: Outcome | null;
  display_text: string | null;
  display_style: DisplayStatus['style'] | null;
  created_at: number;
  updated_at: number;
  creator_id: string;
  creator_name: string;
  due_at: number | null;
  due_day: string | null;
  reminders: number[] | null;
  reminded_at: number | null;
  observers: { id: string; name: string }[] | null;
  template_id: string | null;
  template_version: number | null;
  max_reopenings: number | null;
  steps: StepRow[];
  bytes: number;
}

const absencesOf = (user: string) => `(
  SELECT json_agg(json_build_object('starts_at', d.starts_at, 'ends_at', d.ends_at, 'delegate',
    CASE WHEN ${unavailableBecause('p', '$1')} IS NULL AND ${mayAct('s', 'p.id')}
      THEN json_build_object('id', p.id, 'name', p.name) END) ORDER BY d.starts_at)
  FROM delegations d JOIN users p ON p.id = d.delegate_id
  WHERE d.user_id = ${user}.id AND s.completed_at IS NULL AND d.ends_at > $2::bigint)`;

/** Large groups would make the response too large. */
const MAX_SHOWN_MEMBERS = 100;

/** Members of groups have a null `place`, and are included if they may press a button or have pressed one. */
const ASSIGNEES = `(
  SELECT id, place FROM unnest(s.assignee_ids) WITH ORDINALITY AS named (id, place)
  UNION ALL
  SELECT id, NULL FROM (
    SELECT key AS id FROM jsonb_each(s.presses) UNION
    (SELECT p.id FROM users p WHERE s.completed_at IS NULL AND ${unavailableBecause('p', '$1')} IS NULL AND p.id IN (
       SELECT m.user_id FROM person_group_members m WHERE m.group_id = ANY(s.group_ids))
     ORDER BY p.name, p.id LIMIT ${MAX_SHOWN_MEMBERS})
  ) of_group WHERE s.group_ids IS NOT NULL AND NOT id = ANY(s.assignee_ids)
)`;

/** `$1` is the binder, and `$2` the present time. */
const transactionSelect = `
  SELECT t.id, t.title, t.content, t.is_active, t.outcome, t.display_text, t.display_style, t.created_at, t.updated_at,
         t.creator_id, creator.name AS creator_name, t.due_at, ${dueDayOf('t')} AS due_day, t.reminders, t.reminded_at, t.template_id, t.template_version, t.max_reopenings, performed.steps,
         (SELECT json_agg(json_build_object('id', o.id, 'name', o.name) ORDER BY each.place)
          FROM unnest(t.observer_ids) WITH ORDINALITY AS each (id, place) JOIN users o ON o.id = each.id) AS observers,
         octet_length(t.content) + octet_length(performed.steps::text) AS bytes
  FROM transactions t
  JOIN users creator ON creator.id = t.creator_id
  CROSS JOIN LATERAL (
    SELECT json_agg(step ORDER BY step.order_number, step.place) AS steps
    FROM (
      SELECT s.id, s.place, s.order_number, s.action_style, s.actions, s.fields, s.answers, s.reads, s.views, ${STEP_PAGES} AS pages, s.file_requests, ${STEP_DELIVERIES} AS deliveries, ${STEP_PLACES} AS signature_places, s.signatures, ${SIGNED_FILES} AS signed_files, s.clicked_button_id, s.completed_at,
             s.created_at, s.updated_at, s.reopened_at, s.reopenings, u.id AS assignee_id, u.name AS assignee_name, u.email AS assignee_email,
             u.org_id AS assignee_org_id, u.unique_id AS assignee_unique_id,
             ${unavailableBecause('u', '$1')} AS assignee_unavailable,
             ${absencesOf('u')} AS assignee_absences,
             coalesce(s.due_at, t.due_at) AS due_at, CASE WHEN s.due_at IS NULL THEN ${dueDayOf('t')} END AS due_day, coalesce(s.reminders, t.reminders) AS reminders, s.overdue_at,
             s.escalate_to, next.name AS escalate_name, s.escalate_after,
             s.required, s.presses, s.distinct_from, s.not_creator,
             CASE WHEN s.delegates IS NOT NULL THEN (
               SELECT json_object_agg(acted.key, json_build_object('id', d.id, 'name', d.name))
               FROM jsonb_each_text(s.delegates) acted JOIN users d ON d.id = acted.value
             ) END AS delegates,
             CASE WHEN s.assignee_ids IS NOT NULL THEN (
               SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'org_id', a.org_id,
                 'unique_id', a.unique_id, 'unavailable', ${unavailableBecause('a', '$1')},
                 'absences', ${absencesOf('a')}, 'is_of_group', each.place IS NULL)
                 ORDER BY each.place, coalesce(s.presses ? a.id, false) DESC, a.name, a.id)
               FROM ${ASSIGNEES} AS each JOIN users a ON a.id = each.id
             ) END AS assignees,
             CASE WHEN s.group_ids IS NOT NULL THEN (
               SELECT json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY each.place)
               FROM unnest(s.group_ids) WITH ORDINALITY AS each (id, place) JOIN person_groups g ON g.id = each.id
             ) END AS groups
      FROM transaction_steps s JOIN users u ON u.id = s.assignee_id LEFT JOIN users next ON next.id = s.escalate_to
      WHERE s.binder_id = $1 AND s.transaction_id = t.id
    ) step
  ) performed
  WHERE t.binder_id = $1 AND t.deleted_at IS NULL`;

export function findTransactions(
  db: Database,
  binderId: string,
  now: number,
  range: { after: number; limit: number },
): Promise<TransactionRow[]> {
  return db.query<TransactionRow>(`${transactionSelect} AND t.id > $3 ORDER BY t.id LIMIT $4`, [
    binderId,
    now,
    range.after,
    range.limit,
  ]);
}

export function findTransactionsByIds(
  db: Database,
  binderId: string,
  now: number,
  ids: readonly number[],
): Promise<TransactionRow[]> {
  return db.query<TransactionRow>(`${transactionSelect} AND t.id = ANY($3)`, [binderId, now, ids]);
}

export function findTransaction(
  db: Database,
  binderId: string,
  now: number,
  transactionId: number,
): Promise<TransactionRow | undefined> {
  return first<TransactionRow>(db, `${transactionSelect} AND t.id = $3`, [binderId, now, transactionId]);
}

export async function findCreatorId(
  db: Database,
  binderId: string,
  transactionId: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ creator_id: string }>(
    'SELECT creator_id FROM transactions WHERE binder_id = $1 AND id = $2 AND deleted_at IS NULL',
    [binderId, transactionId],
  );
  return row?.creator_id;
}

export interface AssignedStep extends Omit<PlannedStep, 'required'> {
  required: number | null;
  namedIds: string[];
  assigneeIds: string[];
  escalateTo: string | undefined;
}

export interface NewTransaction extends StepDueChange {
  id: number;
  title: string;
  content: string;
  creatorId: string;
  at: number;
  observerIds: readonly string[];
  dueDay: string | null | undefined;
  template: { id: string; version: number } | undefined;
  maxReopenings: number | undefined;
  steps: (AssignedStep & { id: number })[];
}

export async function insertTransaction(
  tx: Transaction,
  binderId: string,
  transaction: NewTransaction,
): Promise<void> {
  const { id, title, content, creatorId, at, steps, dueAt, dueDay, reminders, observerIds } = transaction;
  const { template, maxReopenings } = transaction;
  await tx.query(
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}), made AS (
       INSERT INTO transactions (binder_id, id, title, content, creator_id, created_at, updated_at, due_at, reminders,
         observer_ids, template_id, template_version, max_reopenings, due_day)
       VALUES ($1, $2::text::bigint, $3, $4, $5, $6, $6, $11, $12, $21::text[], $25::text, $26::integer, $27::integer, $30::date)
     )
     INSERT INTO transaction_steps
       (binder_id, id, transaction_id, place, order_number, action_style, actions, assignee_id, created_at, updated_at,
        due_at, reminders, alarm_at, escalate_to, escalate_after, assignee_ids, required, presses, distinct_from, not_creator, fields, page_ids, group_ids, file_requests, signature_places)
     SELECT $1, step.id, $2::text::bigint, step.place, step.order_number, CASE WHEN step.fields IS NOT NULL THEN 'FORM' WHEN step.page_ids IS NOT NULL THEN 'ACKNOWLEDGE' WHEN step.file_requests IS NOT NULL THEN 'FILE_REQUEST' WHEN step.signature_places IS NOT NULL THEN 'SIGN' ELSE 'BUTTON' END, step.actions, step.assignee_id, $6, $6,
       step.due_at, step.reminders, ${alarmAfter('coalesce(step.due_at, $11)', 'coalesce(step.reminders, $12)', 'step.escalate_after', '$6')},
       step.escalate_to, step.escalate_after,
       CASE WHEN step.assignee_ids IS NOT NULL THEN coalesce(${arrayOf('step.assignee_ids', 'text')}, '{}') END, step.required, CASE WHEN step.required IS NOT NULL THEN '{}'::jsonb END,
       ${arrayOf('step.distinct_from', 'float8')}, step.not_creator, step.fields, ${arrayOf('step.page_ids', 'bigint')},
       ${arrayOf('step.group_ids', 'text')}, step.file_requests, step.signature_places
     FROM unnest($7::bigint[], $8::float8[], $9::jsonb[], $10::text[], $13::bigint[], $14::jsonb[], $15::text[], $16::bigint[],
              $17::jsonb[], $18::integer[], $19::jsonb[], $20::boolean[], $22::jsonb[], $23::jsonb[], $24::jsonb[], $28::jsonb[], $29::jsonb[])
            WITH ORDINALITY AS step (id, order_number, actions, assignee_id, due_at, reminders, escalate_to, escalate_after,
              assignee_ids, required, distinct_from, not_creator, fields, page_ids, group_ids, file_requests, signature_places, place)`,
    [
      binderId,
      id,
      title,
      content,
      creatorId,
      at,
      steps.map((step) => step.id),
      steps.map((step) => step.orderNumber),
      steps.map((step) => JSON.stringify(step.actions)),
      steps.map((step) => step.assigneeIds[0] ?? ''),
      dueAt ?? null,
      jsonOf(reminders),
      steps.map((step) => step.dueAt ?? null),
      steps.map((step) => jsonOf(step.reminders)),
      steps.map((step) => step.escalateTo ?? null),
      steps.map((step) => step.escalation?.after ?? null),
      steps.map((step) => (step.required === null ? null : JSON.stringify(step.namedIds))),
      steps.map((step) => step.required),
      steps.map((step) => jsonOf(step.distinctFrom)),
      steps.map((step) => step.notCreator || null),
      observerIds.length === 0 ? null : observerIds,
      steps.map((step) => jsonOf(step.fields)),
      steps.map((step) => jsonOf(step.pageIds)),
      steps.map(({ groups }) => (groups.length === 0 ? null : JSON.stringify(groups.map(({ id }) => id)))),
      template?.id ?? null,
      template?.version ?? null,
      maxReopenings ?? null,
      steps.map((step) => jsonOf(step.fileRequests)),
      steps.map((step) => jsonOf(step.signaturePlaces)),
      dueDay ?? null,
    ],
  );
}

const arrayOf = (json: string, type: string) =>
  `(SELECT array_agg(value::${type} ORDER BY place) FROM jsonb_array_elements_text(${json}) WITH ORDINALITY AS item (value, place))`;

const jsonOf = (list: readonly unknown[] | null | undefined) => (list ? JSON.stringify(list) : null);

/** Undefined fields do not change. A null `dueAt` removes the due time and the day. */
export interface DueChange extends StepDueChange {
  dueDay: string | null | undefined;
  steps: readonly ({ id: number } & StepDueChange)[];
}
export interface StepDueChange {
  dueAt: number | null | undefined;
  reminders: readonly number[] | undefined;
}

export async function changeDueTimes(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  { dueAt, dueDay, reminders, steps }: DueChange,
  at: number,
): Promise<void> {
  const params = [
    binderId,
    transactionId,
    dueAt !== undefined,
    dueAt ?? null,
    jsonOf(reminders),
    at,
    dueDay ?? null,
  ];
  await tx.query(
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')})
     UPDATE transactions SET due_at = CASE WHEN $3 THEN $4::bigint ELSE due_at END,
       due_day = CASE WHEN $3 THEN $7::date ELSE due_day END, reminders = coalesce($5, reminders),
       updated_at = $6
     WHERE binder_id = $1 AND id = $2::text::bigint`,
    params,
  );
  await tx.query(
    `WITH kept AS (${archiveRowVersions('transaction_steps', STEPS)})
     UPDATE transaction_steps s SET due_at = CASE WHEN change.sets_due THEN change.due_at ELSE s.due_at END,
       reminders = coalesce(change.reminders, s.reminders)
     FROM unnest($3::bigint[], $4::boolean[], $5::bigint[], $6::jsonb[]) AS change (id, sets_due, due_at, reminders)
     WHERE s.binder_id = $1 AND s.transaction_id = $2::text::bigint AND s.id = change.id`,
    [
      binderId,
      transactionId,
      steps.map((step) => step.id),
      steps.map((step) => step.dueAt !== undefined),
      steps.map((step) => step.dueAt ?? null),
      steps.map((step) => jsonOf(step.reminders)),
    ],
  );
  await scheduleAlarms(tx, binderId, transactionId, at);
}

const STEPS = `ARRAY(SELECT id::text FROM transaction_steps WHERE binder_id = $1 AND transaction_id = $2::text::bigint)`;

const ENDING_STEP = `ARRAY(SELECT ended_by_step_id::text FROM transactions
  WHERE binder_id = $1 AND id = $2::text::bigint AND ended_by_step_id IS NOT NULL)`;

/** Undefined fields do not change. Null removes the display status. */
export interface TransactionChange {
  title: string | undefined;
  isActive: boolean | undefined;
  displayStatus: DisplayStatus | null | undefined;
}

/** Returns the id of the step that `isActive: true` reopened, if a button had ended the transaction. */
export async function changeTransaction(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  change: TransactionChange,
  at: number,
): Promise<number | undefined> {
  const { title, isActive, displayStatus } = change;
  const [row] = await tx.query<{ reopened_step_id: number | null }>(
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}), kept_step AS (${archiveRowVersions('transaction_steps', ENDING_STEP)}),
     redrawn AS (${redrawSql(`$4 AND e.id = (SELECT ended_by_step_id FROM transactions WHERE binder_id = $1 AND id = $2::text::bigint AND deleted_at IS NULL)`, '$8')}),
     reopened AS (
       UPDATE transaction_steps s SET clicked_button_id = NULL, completed_at = NULL, updated_at = $8,
         presses = s.presses - s.assignee_id, delegates = s.delegates - s.assignee_id,
         answers = s.answers - s.assignee_id, signatures = s.signatures - s.assignee_id,
         assignee_id = coalesce(s.assignee_ids[1], s.assignee_id)
       FROM transactions t
       WHERE t.binder_id = $1 AND t.id = $2::text::bigint AND t.deleted_at IS NULL AND $4
         AND s.binder_id = t.binder_id AND s.id = t.ended_by_step_id
       RETURNING s.id
     ), change AS (
       SELECT EXISTS (SELECT FROM reopened) AS reopens, $5 OR EXISTS (SELECT FROM reopened) AS sets_status
     )
     UPDATE transactions SET title = coalesce($3, title), is_active = coalesce($4, is_active),
       outcome = CASE WHEN NOT reopens THEN outcome END,
       ended_by_step_id = CASE WHEN NOT reopens THEN ended_by_step_id END,
       display_text = CASE WHEN sets_status THEN $6 ELSE display_text END,
       display_style = CASE WHEN sets_status THEN $7 ELSE display_style END, updated_at = $8
     FROM change
     WHERE binder_id = $1 AND id = $2::text::bigint AND deleted_at IS NULL
     RETURNING (SELECT id FROM reopened) AS reopened_step_id`,
    [
      binderId,
      transactionId,
      title ?? null,
      isActive ?? null,
      displayStatus !== undefined,
      displayStatus?.text ?? null,
      displayStatus?.style ?? null,
      at,
    ],
  );
  return row?.reopened_step_id ?? undefined;
}

export async function markTransactionDeleted(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  at: number,
): Promise<void> {
  await tx.query(
    `WITH kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')})
     UPDATE transactions SET deleted_at = $3, updated_at = $3
     WHERE binder_id = $1 AND id = $2::text::bigint AND deleted_at IS NULL`,
    [binderId, transactionId, at],
  );
}
