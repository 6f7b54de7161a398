import type { Table } from './schema.ts';
import type { Place } from './tables.ts';

/** What would keep the tables of a schema from being spread as a list says, a sentence each. Empty: nothing. */
export function findTableProblems(
  schema: ReadonlyMap<string, Table>,
  places: Readonly<Record<string, Place>>,
): string[] {
  const problems: string[] = [];
  for (const name of Object.keys(places))
    if (!schema.has(name)) problems.push(`${name} is on the list of tables, and not in the schema`);
  for (const [name, table] of schema) {
    const place = places[name];
    if (!place) problems.push(`${name} is not on the list of tables (scripts/distribution/tables.ts)`);
    else if ('key' in place) problems.push(...ofDistributed(name, table, place.key, places));
    else problems.push(...ofOther(name, table, place, places));
  }
  return [...problems, ...differingKeys(schema, places)];
}

function ofDistributed(
  name: string,
  { columns, unique, foreignKeys, others }: Table,
  key: string,
  places: Readonly<Record<string, Place>>,
): string[] {
  const problems: string[] = [];
  const column = columns.find((each) => each.name === key);
  if (!column) return [`${name} has no column ${key} to be spread by`];
  if (column.isNullable) problems.push(`${name}.${key} may be null`);
  if (column.isGenerated) problems.push(`${name}.${key} is generated`);
  if (!unique.some(({ columns: those }) => those.includes(key)))
    problems.push(`${name} has no key with ${key} in it`);
  for (const each of unique)
    if (!each.columns.includes(key)) problems.push(`${each.name} of ${name} is unique without ${key}`);
  for (const { name: counting } of columns.filter(({ counts }) => counts))
    problems.push(`${name}.${counting} counts by a sequence, which each server would have one of`);
  for (const each of foreignKeys) {
    const to = places[each.to];
    if (!to || 'coordinator' in to)
      problems.push(`${each.name} leads from ${name} to ${each.to}, which lies on the coordinator alone`);
    else if ('key' in to && each.toColumns[each.columns.indexOf(key)] !== to.key)
      problems.push(
        `${each.name} leads from ${name} to ${each.to} not by ${key} and ${to.key} in the same place`,
      );
    if (each.columns.includes(key) && /[nd]/.test(each.onDelete))
      problems.push(`${each.name} of ${name} would set ${key}`);
  }
  return [...problems, ...others.map((other) => `${name} has ${other}`)];
}

function ofOther(
  name: string,
  { foreignKeys }: Table,
  place: Place,
  places: Readonly<Record<string, Place>>,
): string[] {
  const problems: string[] = [];
  for (const { name: constraint, to } of foreignKeys) {
    const other = places[to];
    if (other && 'key' in other)
      problems.push(`${constraint} leads from ${name}, which is not spread, to ${to}, which is`);
    if ('everywhere' in place && other && 'coordinator' in other)
      problems.push(
        `${constraint} leads from ${name}, which is everywhere, to ${to}, which lies on the coordinator alone`,
      );
  }
  return problems;
}

/** Rows of one binder only meet when the keys of all tables are of one type and one order. */
function differingKeys(
  schema: ReadonlyMap<string, Table>,
  places: Readonly<Record<string, Place>>,
): string[] {
  const types = new Map<string, string[]>();
  for (const [name, { columns }] of schema) {
    const place = places[name];
    const key = place && 'key' in place ? columns.find((column) => column.name === place.key) : undefined;
    const type = key && `${key.type} ${key.collation}`;
    if (type) types.set(type, [...(types.get(type) ?? []), name]);
  }
  if (types.size <= 1) return [];
  return [`keys differ: ${[...types].map(([type, names]) => `${type} in ${names.join(', ')}`).join('; ')}`];
}
