import type { Database } from '../../storage/database.ts';
import { tableClasses } from '../../storage/tables.ts';
import { type ArchivedTable, findColumns } from './queries.ts';

export const ARCHIVED_TABLES: readonly ArchivedTable[] = tableClasses.flatMap(([name, { archive }]) =>
  typeof archive === 'string' ? [] : [{ name, key: name === 'binders' ? 'id' : 'binder_id', ...archive }],
);

export const CLEARED_TABLES: readonly string[] = tableClasses.flatMap(([name, { isCleared }]) =>
  isCleared ? [name] : [],
);

export async function archivedColumns(db: Database): Promise<(table: ArchivedTable) => string[]> {
  const columns = await findColumns(
    db,
    ARCHIVED_TABLES.map(({ name }) => name),
  );
  return ({ name, omitted }) => (columns.get(name) ?? []).filter((column) => !omitted.includes(column));
}
