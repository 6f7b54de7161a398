import { visibleName } from '@ringbinder/protocol/visible-name.ts';
import { tableClasses } from '../../storage/tables.ts';

type Row = Record<string, unknown>;

export interface Person extends Record<string, unknown> {
  id: string;
  name: string;
  first_name: string;
  last_name: string;
}

/** Other installations may have accepted names without visible characters. */
export function withVisibleName(person: Person): Person {
  const { id, name, first_name, last_name } = person;
  return {
    ...person,
    name: visibleName(name) || id,
    first_name: visibleName(first_name),
    last_name: visibleName(last_name),
  };
}

const PEOPLE_COLUMNS = new Map(
  tableClasses.map(([name, { exported, named }]) => [
    name,
    typeof exported === 'string' ? named : [...exported, ...named],
  ]),
);

const BODY_FIELDS = ['user_id', 'bot_user_id', 'previous_user_id', 'user_ids', 'mentions'];

export function peopleOf(table: string, row: Row): string[] {
  const ids = idsIn(row, PEOPLE_COLUMNS.get(table) ?? []);
  if (table === 'binder_log') ids.push(...idsIn(row.body as Row, BODY_FIELDS));
  if (table === 'versions' && row.state !== null) ids.push(...peopleOf(String(row.entity), row.state as Row));
  return ids;
}

function idsIn(row: Row, columns: readonly string[]): string[] {
  return columns.flatMap((column) => row[column] ?? []).filter((id) => typeof id === 'string');
}
