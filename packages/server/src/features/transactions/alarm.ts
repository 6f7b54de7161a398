/**
 * SQL for the first moment after `now` that is to be announced: a reminder or the due time. Null if there is none.
 * @param due milliseconds since 1970
 * @param reminders a JSON array of milliseconds before `due`, or null
 */
export const alarmAfter = (due: string, reminders: string, now: string): string =>
  `(SELECT min(${due} - early::bigint)
    FROM jsonb_array_elements_text(coalesce(${reminders}, '[]') || '[0]') AS alarm (early)
    WHERE ${due} - early::bigint > ${now})`;
