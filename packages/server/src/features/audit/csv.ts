import type { AuditListEntry } from '@ringbinder/protocol';

const COLUMNS: Readonly<Record<string, (entry: AuditListEntry) => string>> = {
  id: ({ id }) => String(id),
  time: ({ time }) => new Date(time).toISOString(),
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  org_id: ({ org_id }) => org_id ?? '',
  action: ({ action }) => action,
  target: ({ target }) => target,
  target_name: ({ target_name }) => target_name ?? '',
  address: ({ address }) => address,
  details: ({ details }) => JSON.stringify(details),
};

/** Excel reads a file as UTF-8 only with a byte order mark. */
export const AUDIT_CSV_HEADER = `\uFEFF${Object.keys(COLUMNS).join(',')}\r\n`;

export const auditCsvRow = (entry: AuditListEntry): string =>
  `${Object.values(COLUMNS)
    .map((read) => csvCell(read(entry)))
    .join(',')}\r\n`;

/** The apostrophe keeps spreadsheets from running a name as a formula. */
export function csvCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
