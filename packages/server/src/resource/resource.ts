import Type, { type Static, type TObject } from 'typebox';
import { keepRows } from '../log/index.ts';
import { type Database, first, type Row, type Transaction } from '../storage/database.ts';
import { endingWhereLong } from '../storage/long-lists.ts';
import type { VersionedTable } from '../storage/tables.ts';

/**
 * A resource of a binder: its fields on the wire and the table that stores them. A field `x_time` is the column `x_at`;
 * any other field is the column of the same name. The table has the columns binder_id, id, created_at, updated_at and
 * deleted_at.
 */
interface Declaration<
  Wire extends TObject,
  Input extends TObject,
  Column extends string,
  Beside extends TObject,
> {
  table: VersionedTable;
  /** The fields that callers read. An optional field is missing where its column is null. */
  wire: Wire;
  /** The fields that callers write. */
  input: Input;
  /** Further columns, which only the server writes. */
  serverColumns: readonly Column[];
  /** Columns that rows hold beside the wire fields. */
  rowColumns: Beside;
  /** Other tables that `select` reads. */
  joins: string;
  /** SQL for the wire fields that are not a column. */
  select: { readonly [K in keyof Static<Wire>]?: string };
  /** SQL for the server columns that a new row computes. */
  initial?: { readonly [K in Column]?: string };
  /** The values of empty fields whose column is never null. */
  empty?: { readonly [K in keyof Static<Input>]?: Static<Input>[K] };
  /** The field whose texts may be long. Lists end early then. */
  longText: keyof Static<Wire> & string;
}

/** A row whose columns have the names of the wire fields, with null for a missing one. */
export type RowOf<T> = {
  [K in keyof T]-?: Pick<T, K> extends Required<Pick<T, K>> ? T[K] : Exclude<T[K], undefined> | null;
};

/** The fields to write. A missing field stays as it is; null empties it. */
type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

/** The resource to write. `at` is the time of the change in milliseconds since 1970. */
interface Target {
  binderId: string;
  id: number;
  at: number;
}

/**
 * Derives statements and the presenter from a declaration. In SQL, `$1` is the binder id, and a column is named with its
 * table. `insert` and `update` also store the row of before for history: call them with the binder locked, before the
 * log entry is appended.
 */
export function resource<
  Wire extends TObject,
  Input extends TObject,
  Column extends string,
  Beside extends TObject,
>(declaration: Declaration<Wire, Input, Column, Beside>) {
  type Read = Static<Wire>;
  type ReadRow = RowOf<Read> & Static<Beside> & Row;
  type Written = Changes<Static<Input>>;
  type Values = Written & { [K in Column | 'deleted_at']?: string | number | boolean | null };

  const { table, wire, input, serverColumns, rowColumns, joins, longText } = declaration;
  const select: Record<string, string | undefined> = declaration.select;
  const initial: Record<string, string | undefined> = declaration.initial ?? {};
  const empty: Record<string, unknown> = declaration.empty ?? {};
  const wireFields = Object.keys(wire.properties);
  const present = presenter(wire);
  const inputFields = Object.keys(input.properties);
  const rowFields = [...wireFields, ...Object.keys(rowColumns.properties)];
  const selected = rowFields.map((name) => `${select[name] ?? `${table}.${columnOf(name)}`} AS "${name}"`);
  const storeVersion = `WITH kept AS (${keepRows(table, 'ARRAY[$2::text]')})`;

  const selectWhere = (condition: string) =>
    `SELECT ${selected.join(', ')} FROM ${table} ${joins}
     WHERE ${table}.binder_id = $1 AND ${table}.deleted_at IS NULL AND ${condition}`;

  return {
    present: (row: ReadRow): Read => present(row),

    /** A SELECT of rows with `fits` (`ListedRow`). `order` names fields, `limit` is a parameter. */
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

    /** The resources with these ids, by id. The caller has checked access. */
    async readByIds(db: Database, binderId: string, ids: readonly number[]): Promise<Map<number, Read>> {
      const rows = await db.query<ReadRow & { id: number }>(selectWhere(`${table}.id = ANY($2)`), [
        binderId,
        ids,
      ]);
      return new Map(rows.map((row) => [row.id, present(row)]));
    },

    /** The changes that a body asks for. Its `fieldsToNull` empties fields. */
    changesOf(body: Written & { fieldsToNull?: string | undefined }): Written {
      const values: Row = { ...body };
      for (const name of body.fieldsToNull?.split(',') ?? []) values[name] = empty[name] ?? null;
      return pick(values, inputFields) as Written;
    },

    async insert(tx: Transaction, { binderId, id, at }: Target, given: Values): Promise<void> {
      const values: Row = { ...Object.fromEntries(inputFields.map((name) => [name, empty[name] ?? null])) };
      Object.assign(values, pick(given, [...inputFields, ...serverColumns]));
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

    async update(tx: Transaction, { binderId, id, at }: Target, given: Values): Promise<void> {
      const values = pick(given, [...inputFields, ...serverColumns, 'deleted_at']);
      const set = Object.keys(values).map((name, index) => `${columnOf(name)} = $${index + 4}`);
      await tx.query(
        `${storeVersion} UPDATE ${table} SET ${['updated_at = $3', ...set].join(', ')}
         WHERE binder_id = $1 AND id = $2::text::bigint`,
        [binderId, id, at, ...Object.values(values)],
      );
    },
  };
}

/** Makes what callers read of rows: the wire fields, but for optional ones that are null. */
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

/** SQL for a user as others see one. @param user the name of a row of users. @param unavailable SQL, or null */
export function person(user: string, unavailable?: string): string {
  const reference = `'id', ${user}.id, 'name', ${user}.name`;
  return unavailable === undefined
    ? `json_build_object(${reference})`
    : `json_strip_nulls(json_build_object(${reference}, 'unavailable', ${unavailable}))`;
}

/** The schema of `fieldsToNull`: the optional fields of an input, separated by commas. */
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

/** Takes only declared names: they become SQL. */
function pick(values: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}
