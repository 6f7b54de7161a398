import Type, { type Static, type TObject } from 'typebox';
import { archiveRowVersions } from '../log/index.ts';
import { type Database, first, type Row, type Transaction } from '../storage/database.ts';
import { endingWhereLong } from '../storage/long-lists.ts';
import type { VersionedTable } from '../storage/tables.ts';

/** A field `x_time` has the column `x_at`; other columns have the field's name. */
interface Declaration<
  Wire extends TObject,
  Input extends TObject,
  Column extends string,
  RowColumns extends TObject,
> {
  table: VersionedTable;
  /** Optional fields are absent if null. */
  wire: Wire;
  input: Input;
  serverColumns: readonly Column[];
  rowColumns: RowColumns;
  joins: string;
  select: { readonly [K in keyof Static<Wire>]?: string };
  initial?: { readonly [K in Column]?: string };
  empty?: { readonly [K in keyof Static<Input>]?: Static<Input>[K] };
  /** If the texts of this field are too long in total, a list ends early. */
  longText: keyof Static<Wire> & string;
}

export type RowOf<T> = {
  [K in keyof T]-?: Pick<T, K> extends Required<Pick<T, K>> ? T[K] : Exclude<T[K], undefined> | null;
};

type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

interface Target {
  binderId: string;
  id: number;
  at: number;
}

/**
 * In SQL arguments, `$1` is the binder id, and columns are qualified. Lock the binder before `insert` and
 * `update`, and write the log entry afterwards.
 */
export function resource<
  Wire extends TObject,
  Input extends TObject,
  Column extends string,
  RowColumns extends TObject,
>(declaration: Declaration<Wire, Input, Column, RowColumns>) {
  type Read = Static<Wire>;
  type ReadRow = RowOf<Read> & Static<RowColumns> & Row;
  type InputChanges = Changes<Static<Input>>;
  type Values = InputChanges & { [K in Column | 'deleted_at']?: string | number | boolean | null };

  const { table, wire, input, serverColumns, rowColumns, joins, longText } = declaration;
  const select: Record<string, string | undefined> = declaration.select;
  const initial: Record<string, string | undefined> = declaration.initial ?? {};
  const empty: Record<string, unknown> = declaration.empty ?? {};
  const wireFields = Object.keys(wire.properties);
  const present = presenter(wire);
  const inputFields = Object.keys(input.properties);
  const rowFields = [...wireFields, ...Object.keys(rowColumns.properties)];
  const selected = rowFields.map((name) => `${select[name] ?? `${table}.${columnOf(name)}`} AS "${name}"`);
  const storeVersion = `WITH kept AS (${archiveRowVersions(table, 'ARRAY[$2::text]')})`;

  const selectWhere = (condition: string) =>
    `SELECT ${selected.join(', ')} FROM ${table} ${joins}
     WHERE ${table}.binder_id = $1 AND ${table}.deleted_at IS NULL AND ${condition}`;

  return {
    present: (row: ReadRow): Read => present(row),

    /** `condition` is SQL, `order` lists field names, and `limit` is a parameter such as `$3`. */
    list(condition: string, order: string, limit: string): string {
      const listed = rowFields.map((name) =>
        name === longText ? `CASE WHEN fits THEN "${name}" ELSE '' END AS "${name}"` : `"${name}"`,
      );
      return `${endingWhereLong(`${selectWhere(condition)} ORDER BY ${order} LIMIT ${limit}`, longText, order)}
        SELECT ${listed.join(', ')}, fits FROM listed ORDER BY ${order}`;
    },

    find(db: Database, binderId: string, id: number): Promise<ReadRow | undefined> {
      return first<ReadRow>(db, selectWhere(`${table}.id = $2`), [binderId, id]);
    },

    async readByIds(db: Database, binderId: string, ids: readonly number[]): Promise<Map<number, Read>> {
      const rows = await db.query<ReadRow & { id: number }>(selectWhere(`${table}.id = ANY($2)`), [
        binderId,
        ids,
      ]);
      return new Map(rows.map((row) => [row.id, present(row)]));
    },

    changesOf(body: InputChanges & { fieldsToNull?: string | undefined }): InputChanges {
      const values: Row = { ...body };
      for (const name of body.fieldsToNull?.split(',') ?? []) values[name] = empty[name] ?? null;
      return pick(values, inputFields) as InputChanges;
    },

    async insert(tx: Transaction, { binderId, id, at }: Target, providedValues: Values): Promise<void> {
      const values: Row = { ...Object.fromEntries(inputFields.map((name) => [name, empty[name] ?? null])) };
      Object.assign(values, pick(providedValues, [...inputFields, ...serverColumns]));
      const computed = Object.entries(initial);
      const columns = [...Object.keys(values).map(columnOf), ...computed.map(([column]) => column)];
      const sql = [
        ...Object.keys(values).map((_, index) => `$${index + 4}`),
        ...computed.map(([, expression]) => `(${expression})`),
      ];
      await tx.query(
        `${storeVersion} INSERT INTO ${table} (binder_id, id, created_at, updated_at, ${columns.join(', ')})
         VALUES ($1, $2::text::bigint, $3, $3, ${sql.join(', ')})`,
        [binderId, id, at, ...Object.values(values)],
      );
    },

    async update(tx: Transaction, { binderId, id, at }: Target, providedValues: Values): Promise<void> {
      const values = pick(providedValues, [...inputFields, ...serverColumns, 'deleted_at']);
      const set = Object.keys(values).map((name, index) => `${columnOf(name)} = $${index + 4}`);
      await tx.query(
        `${storeVersion} UPDATE ${table} SET ${['updated_at = $3', ...set].join(', ')}
         WHERE binder_id = $1 AND id = $2::text::bigint`,
        [binderId, id, at, ...Object.values(values)],
      );
    },

    /** If `afterId` is 0, the row moves to the top. */
    async moveAfter(tx: Transaction, binderId: string, id: number, afterId: number): Promise<void> {
      await tx.query(
        `WITH others AS (
           SELECT id, row_number() OVER (ORDER BY position, id) AS ordinal
           FROM ${table} WHERE binder_id = $1 AND id <> $2 AND deleted_at IS NULL
         ), anchor AS (
           SELECT coalesce((SELECT ordinal FROM others WHERE id = $3), 0) AS ordinal
         ), placed AS (
           SELECT id, CASE WHEN others.ordinal > anchor.ordinal THEN others.ordinal + 1 ELSE others.ordinal END AS ordinal FROM others, anchor
           UNION ALL SELECT $2, ordinal + 1 FROM anchor
         ), moved AS (
           SELECT t.id, placed.ordinal FROM ${table} t JOIN placed ON placed.id = t.id WHERE t.binder_id = $1 AND t.position <> placed.ordinal
         ), kept AS (${archiveRowVersions(table, '(SELECT array_agg(moved.id::text) FROM moved)')})
         UPDATE ${table} SET position = moved.ordinal FROM moved WHERE ${table}.binder_id = $1 AND ${table}.id = moved.id`,
        [binderId, id, afterId],
      );
    },
  };
}

export function presenter<Wire extends TObject>(
  wire: Wire,
): (row: RowOf<Static<Wire>> & Row) => Static<Wire> {
  const names = Object.keys(wire.properties);
  const optional = new Set(optionalOf(wire));
  return (row) => {
    const values: Row = {};
    for (const name of names) if (row[name] !== null || !optional.has(name)) values[name] = row[name];
    return values as Static<Wire>;
  };
}

export function person(user: string, unavailable?: string): string {
  const reference = `'id', ${user}.id, 'name', ${user}.name`;
  return unavailable === undefined
    ? `json_build_object(${reference})`
    : `json_strip_nulls(json_build_object(${reference}, 'unavailable', ${unavailable}))`;
}

export function FieldsToNull(input: TObject) {
  const names = optionalOf(input);
  const anyName = `(${names.join('|')})`;
  return Type.Optional(
    Type.String({
      pattern: `^${anyName}(,${anyName})*$`,
      description: `Fields to empty, separated by commas: ${names.join(', ')}.`,
    }),
  );
}

function optionalOf({ properties, required }: TObject): string[] {
  return Object.keys(properties).filter((name) => !required?.includes(name));
}

function columnOf(field: string): string {
  return field.replace(/_time$/, '_at');
}

/** Names become SQL, so only declared names are accepted. */
function pick(values: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
