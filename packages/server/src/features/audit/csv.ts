import type { AuditListEntry } from '@ringbinder/protocol';

const COLUMNS = [
  ...['id', 'time', 'actor_id', 'actor_name', 'org_id'],
  ...['action', 'target', 'target_name', 'address', 'details'],
];

/** Excel reads a file as UTF-8 only with a byte order mark. */
export const CSV_HEAD = `\uFEFF${COLUMNS.join(',')}\r\n`;

export function csvRow(entry: AuditListEntry): string {
  const { id, time, actor, org_id, action, target, target_name, address, details } = entry;
  const cells = [
    ...[String(id), new Date(time).toISOString(), actor.id, actor.name, org_id ?? ''],
    ...[action, target, target_name ?? '', address, JSON.stringify(details)],
  ];
  return `${cells.map(cell).join(',')}\r\n`;
}

/** The apostrophe keeps spreadsheets from running a name as a formula. */
function cell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
