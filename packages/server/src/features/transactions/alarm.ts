import type { Transaction } from '../../storage/database.ts';

/**
 * SQL for the time of the next reminder, due time or escalation after `now`, or null.
 *
 * @param reminders a JSON array of milliseconds before `due`, or null
 * @param escalateAfter milliseconds after `due`, or null
 */
export const alarmAfter = (due: string, reminders: string, escalateAfter: string, now: string): string =>
  `(SELECT min(${due} - early) FROM (
      SELECT early::bigint AS early
      FROM jsonb_array_elements_text(CASE jsonb_typeof(${reminders}) WHEN 'array' THEN ${reminders} ELSE '[]' END) AS reminder (early)
      UNION ALL VALUES (0::bigint), (-${escalateAfter})
    ) AS alarm WHERE ${due} - early > ${now})`;

const DUE = 'coalesce(s.due_at, t.due_at)';

export async function scheduleAlarms(
  tx: Transaction,
  binderId: string,
  transactionId: number,
  now: number,
): Promise<void> {
  await tx.query(
    `UPDATE transaction_steps s SET
       overdue_at = CASE WHEN ${DUE} <= $3 THEN s.overdue_at END,
       alarm_at = CASE
         WHEN ${DUE} <= $3 AND s.overdue_at IS NULL THEN $3::bigint
         WHEN ${DUE} + s.escalate_after <= $3 AND s.escalate_to IS NOT NULL THEN $3::bigint
         ELSE ${alarmAfter(DUE, 'coalesce(s.reminders, t.reminders)', 's.escalate_after', '$3::bigint')} END
     FROM transactions t
     WHERE s.binder_id = $1 AND s.transaction_id = $2::bigint AND t.binder_id = $1 AND t.id = $2::bigint`,
    [binderId, transactionId, now],
  );
}

export async function clearAlarms(tx: Transaction, binderId: string, transactionId: number): Promise<void> {
  await tx.query(
    `UPDATE transaction_steps SET alarm_at = NULL
     WHERE binder_id = $1 AND transaction_id = $2::bigint AND alarm_at IS NOT NULL`,
    [binderId, transactionId],
  );
}
