import type { Backlog } from '../../log/index.ts';
import { type Database, first } from '../../storage/database.ts';

const MAX_BYTES = 4 * 1024 ** 2;

export interface UnchainedRow extends Record<string, unknown> {
  binder_id: string;
  epoch: string;
  /** Changes with an import or a relink. Null if the chain has no head, or only the head of an early release. */
  history: string | null;
  from: number;
  /** Hexadecimal. Null before the first entry. */
  previous: string | null;
  latest: number;
  seq: number;
  at: number;
  actor_id: string;
  kind: string;
  body: unknown;
}

/** Returns fewer entries if their bodies exceed `MAX_BYTES`. */
export function findUnchained(
  db: Database,
  binderIds: readonly string[],
  limit: number,
): Promise<UnchainedRow[]> {
  return db.query<UnchainedRow>(
    `SELECT binder_id, epoch, history, "from", encode(previous, 'hex') AS previous, latest, seq, at, actor_id, kind, body FROM (
       SELECT l.*, b.epoch, h.history, coalesce(h.seq, 0) AS "from", h.hash AS previous, b.seq AS latest,
         sum(octet_length(l.body::text)) OVER (ORDER BY l.seq - coalesce(h.seq, 0), l.binder_id
           ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM unnest($1::text[]) AS wanted (id) JOIN binders b ON b.id = wanted.id
       LEFT JOIN binder_chain_heads h ON h.binder_id = b.id
       CROSS JOIN LATERAL (
         SELECT * FROM binder_log WHERE binder_id = b.id AND seq > coalesce(h.seq, 0) ORDER BY seq LIMIT $2
       ) l
     ) l WHERE before IS NULL OR before < ${MAX_BYTES} ORDER BY binder_id, seq`,
    [binderIds, limit],
  );
}

export interface Link {
  binderId: string;
  seq: number;
  epoch: string;
  salt: string;
  bodyHash: string;
  hash: string;
}

export interface Advance {
  binderId: string;
  epoch: string;
  history: string | null;
  from: number;
  seq: number;
  hash: string;
}

/** Skips chains whose head or history has changed. Returns the binders of the others. */
export async function insertLinks(
  db: Database,
  advances: readonly Advance[],
  links: readonly Link[],
): Promise<string[]> {
  const rows = await db.query<{ binder_id: string }>(
    `WITH advance AS (
       SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $11::text[], $12::text[])
         AS a (binder_id, start, seq, hash, epoch, history)
     ), moved AS (
       INSERT INTO binder_chain_heads AS h (binder_id, seq, hash)
       SELECT a.binder_id, a.seq, decode(a.hash, 'hex')
       FROM advance a JOIN binders b ON b.id = a.binder_id AND b.epoch = a.epoch ORDER BY a.binder_id
       ON CONFLICT (binder_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
         WHERE EXISTS (
           SELECT FROM advance a
           WHERE a.binder_id = h.binder_id AND a.start = h.seq AND a.history IS NOT DISTINCT FROM h.history
         )
       RETURNING binder_id
     ), linked AS (
       INSERT INTO binder_chain (binder_id, seq, epoch, salt, body_hash, hash)
       SELECT l.binder_id, l.seq, l.epoch, decode(l.salt, 'hex'), decode(l.body_hash, 'hex'), decode(l.hash, 'hex')
       FROM unnest($5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
         AS l (binder_id, seq, epoch, salt, body_hash, hash) JOIN moved USING (binder_id)
     )
     SELECT binder_id FROM moved`,
    [
      advances.map(({ binderId }) => binderId),
      advances.map(({ from }) => from),
      advances.map(({ seq }) => seq),
      advances.map(({ hash }) => hash),
      links.map(({ binderId }) => binderId),
      links.map(({ seq }) => seq),
      links.map(({ epoch }) => epoch),
      links.map(({ salt }) => salt),
      links.map(({ bodyHash }) => bodyHash),
      links.map(({ hash }) => hash),
      advances.map(({ epoch }) => epoch),
      advances.map(({ history }) => history),
    ],
  );
  return rows.map((row) => row.binder_id);
}

export function findBacklog(db: Pick<Database, 'query'>, limit: number): Promise<Backlog[]> {
  return db.query<Backlog & Record<string, unknown>>(
    `SELECT b.id AS "binderId", b.seq - coalesce(h.seq, 0) AS entries,
       (SELECT at FROM binder_log WHERE binder_id = b.id AND seq = coalesce(h.seq, 0) + 1) AS since
     FROM binders b LEFT JOIN binder_chain_heads h ON h.binder_id = b.id
     WHERE b.seq > coalesce(h.seq, 0) LIMIT $1`,
    [limit],
  );
}

export interface ChainPosition extends Record<string, unknown> {
  epoch: string;
  seq: number;
  chained_seq: number;
  /** `seq` of the last link. The head must have the same `seq`. */
  linked_seq: number;
  /** Hexadecimal. */
  hash: string | null;
  history: string | null;
}

export function findPosition(db: Database, binderId: string): Promise<ChainPosition | undefined> {
  return first<ChainPosition>(
    db,
    `SELECT b.epoch, b.seq, coalesce(h.seq, 0) AS chained_seq, encode(h.hash, 'hex') AS hash, h.history,
       coalesce((SELECT max(seq) FROM binder_chain WHERE binder_id = b.id), 0) AS linked_seq
     FROM binders b LEFT JOIN binder_chain_heads h ON h.binder_id = b.id WHERE b.id = $1`,
    [binderId],
  );
}

/** The fields of a missing entry or link are null. Hashes are hexadecimal. */
export interface ChainRow extends Record<string, unknown> {
  seq: number;
  at: number | null;
  actor_id: string | null;
  kind: string | null;
  body: unknown;
  epoch: string | null;
  salt: string | null;
  body_hash: string | null;
  hash: string | null;
  erased_at: number | null;
}

/** `range` is inclusive. Returns fewer rows if their bodies exceed `MAX_BYTES`. */
export function findChain(
  db: Database,
  binderId: string,
  range: { from: number; to: number; limit: number },
): Promise<ChainRow[]> {
  return db.query<ChainRow>(
    `SELECT seq, at, actor_id, kind, body, epoch, encode(salt, 'hex') AS salt, encode(body_hash, 'hex') AS body_hash,
       encode(hash, 'hex') AS hash, erased_at
     FROM (
       SELECT *, sum(octet_length(body::text)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
       FROM (
         SELECT seq, l.at, l.actor_id, l.kind, l.body, c.epoch, c.salt, c.body_hash, c.hash, c.erased_at
         FROM (SELECT * FROM binder_log WHERE binder_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq LIMIT $4) l
         FULL JOIN (SELECT * FROM binder_chain WHERE binder_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq LIMIT $4) c USING (seq)
         ORDER BY seq LIMIT $4
       ) both_of
     ) sized WHERE before IS NULL OR before < ${MAX_BYTES} ORDER BY seq`,
    [binderId, range.from, range.to, range.limit],
  );
}

export async function findHash(db: Database, binderId: string, seq: number): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(
    `SELECT encode(hash, 'hex') AS hash FROM binder_chain WHERE binder_id = $1 AND seq = $2`,
    [binderId, seq],
  );
  return row?.hash;
}
