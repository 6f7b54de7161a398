/**
 * SQL for the first moment after `now` at which something is due: a reminder, the due time or an escalation. Null if
 * there is none.
 * @param due milliseconds since 1970
 * @param reminders a JSON array of milliseconds before `due`, or null
 * @param escalateAfter milliseconds after `due`, or null
 */
export const alarmAfter = (due: string, reminders: string, escalateAfter: string, now: string): string =>
  `(SELECT min(${due} - early) FROM (
      SELECT early::bigint AS early FROM jsonb_array_elements_text(coalesce(${reminders}, '[]')) AS reminder (early)
      UNION ALL VALUES (0::bigint), (-${escalateAfter})
    ) AS alarm WHERE ${due} - early > ${now})`;
