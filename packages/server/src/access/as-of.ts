import type { Environment } from '../environment/environment.ts';
import { because, fieldPreconditionFailed, invalid, withDetails } from '../errors.ts';
import { latestSeqAt, rowsAt } from '../log/index.ts';
import type { Database } from '../storage/database.ts';
import { TABLES, type VersionedTable } from '../storage/tables.ts';
import type { Actor } from './actor.ts';
import { accessBinder } from './binder.ts';

/**
 * `asOf` undefined means the current rows. Throws `invalid` if `asOf` is malformed, and `preconditionFailed`
 * if it is in the future or before the history.
 */
export async function accessBinderAsOf(
  env: Environment,
  actor: Pick<Actor, 'userId'>,
  binderId: string,
  asOf: string | undefined,
  tables: readonly VersionedTable[],
): Promise<Database> {
  await accessBinder(env.db, actor, binderId, 'read');
  return asOf === undefined ? env.db : openBinderAsOf(env, binderId, asOf, tables);
}

export interface AsOfDatabase extends Database {
  seq: number;
}

export async function openBinderAsOf(
  env: Environment,
  binderId: string,
  asOf: string,
  tables: readonly VersionedTable[],
): Promise<AsOfDatabase> {
  const seq = await findSeq(
    env,
    binderId,
    readAsOf(asOf),
    tables.some((table) => 'isLater' in TABLES[table].history),
  );
  return {
    seq,
    // The SQL contains neither the binder nor the time, so that PostgreSQL prepares it once.
    query(text, values = []) {
      const isFirst = values[0] === binderId;
      const binder = isFirst ? '$1' : `$${values.length + 1}`;
      const parameters = isFirst ? [...values, seq] : [...values, binderId, seq];
      const historyTables = rowsAt(tables, `${binder}::text`, `$${parameters.length}::bigint`);
      const [, rest] = /^\s*WITH\s([\s\S]*)$/.exec(text) ?? [];
      const historyQuery =
        rest === undefined ? `WITH ${historyTables} ${text}` : `WITH ${historyTables}, ${rest}`;
      return env.db.query(historyQuery, parameters);
    },
    transaction: () => Promise.reject(new Error('the history is read-only')),
    afterCommit: (hook) => hook(),
  };
}

type Moment = { at: number } | { seq: number };

const AS_OF = /^(seq:)?(\d{1,15})$/;

function readAsOf(text: string): Moment {
  const [, kind, digits] = AS_OF.exec(text) ?? [];
  if (digits === undefined)
    throw invalid(
      'as_of',
      'must be a time in milliseconds since 1970, or seq: and the number of a log entry',
    );
  return kind === undefined ? { at: Number(digits) } : { seq: Number(digits) };
}

async function findSeq(
  env: Environment,
  binderId: string,
  moment: Moment,
  isLater: boolean,
): Promise<number> {
  const isTime = 'at' in moment;
  const [row] = await env.db.query<{ latest: number; seq: number; start: number }>(
    `SELECT b.seq AS latest, coalesce((SELECT ${isLater ? 'greatest(seq, todos_seq)' : 'seq'} FROM version_starts WHERE binder_id = $1), 0) AS start,
       ${isTime ? latestSeqAt('$2') : '$2::bigint'} AS seq
     FROM binders b WHERE b.id = $1`,
    [binderId, isTime ? moment.at : moment.seq],
  );
  const { latest = 0, seq = 0, start = 0 } = row ?? {};
  if (isTime && moment.at > env.clock.now()) throw futureError('lies in the future');
  if (seq > latest)
    throw futureError(`lies in the future: the latest entry of the binder’s log is ${latest}`);
  if (seq < 1) throw noHistoryError('is before the binder was created');
  if (seq < start) throw noHistoryError(`is before the stored history, which begins at seq:${start}`);
  return seq;
}

const futureError = (details: string) =>
  fieldPreconditionFailed('as_of', withDetails(because('as_of_future'), details));

const noHistoryError = (details: string) =>
  fieldPreconditionFailed('as_of', withDetails(because('as_of_unknown'), details));
