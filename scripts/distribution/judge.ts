import { parseSync } from 'libpg-query';
import { type KeyOrigin, originsOf } from './key-graph.ts';
import { readQuery } from './query.ts';
import type { Node } from './syntax.ts';
import type { Reference, TableShape, Walk } from './walk.ts';

/** What a statement wants of a cluster whose tables are spread by their keys. */
export interface Verdict {
  /** Where it goes: to no shard, to one, to one for each key of a list that it brings, or to all. */
  goes: 'nowhere' | 'to one shard' | 'by a list of keys' | 'to all shards';
  /** The tables that no key is given for, each once, as `binder_members m`. */
  unkeyed: string[];
  /** What it does that works on one shard only, or nowhere. */
  problems: string[];
}

/** What holds queries; all else that is sent touches no table: BEGIN, SET, LISTEN, FETCH and so on. */
const QUERIES = /^(SelectStmt|InsertStmt|UpdateStmt|DeleteStmt|MergeStmt)$/;

/** Judges one statement. Throws when PostgreSQL's parser does not take it. `loadModule()` of libpg-query comes first. */
export function judge(text: string, tables: ReadonlyMap<string, TableShape>): Verdict {
  const walk: Walk = {
    tables,
    references: [],
    changedElsewhere: new Set(),
    problems: [],
    values: new Map(),
    lists: 0,
    read: new Map(),
    readQuery: (query, around) => readQuery(walk, query, around),
  };
  for (const { stmt } of parseSync(text).stmts ?? []) {
    const statement = stmt as Node;
    const declared = (statement.DeclareCursorStmt as Node | undefined)?.query as Node | undefined;
    const query = declared ?? statement;
    if (Object.keys(query).some((kind) => QUERIES.test(kind)))
      readQuery(walk, query, { sources: [], ctes: new Map() });
  }
  return decide(walk);
}

function decide({ references, changedElsewhere, problems }: Walk): Verdict {
  const origins = references.map(({ key }) => originsOf(key));
  const unkeyed = references.filter((_reference, at) => origins[at]?.size === 0);
  const shared = sharedBy(origins.filter(({ size }) => size > 0));
  const isSpread = unkeyed.length > 0 || shared.every(({ kind }) => kind === 'list');
  const found = [...problems];
  if (references.length > unkeyed.length && shared.length === 0)
    found.push('reads by several keys that need not be equal');
  const written = references.filter(({ action }) => action !== 'reads');
  if (isSpread && written.some(({ action }) => action === 'locks'))
    found.push('locks rows of several shards');
  if (isSpread && references.length > 1 && written.length > 0)
    found.push('changes several shards by what it reads');
  if (written.length > 0 && changedElsewhere.size > 0)
    found.push(`changes ${[...changedElsewhere].join()} too, which is not of the binder`);
  return { goes: whereTo(references, unkeyed, shared), unkeyed: namesOf(unkeyed), problems: found };
}

/** What all of them come from. */
function sharedBy([first, ...others]: readonly Map<string, KeyOrigin>[]): KeyOrigin[] {
  return [...(first?.values() ?? [])].filter(({ name }) => others.every((other) => other.has(name)));
}

function whereTo(
  references: readonly Reference[],
  unkeyed: readonly Reference[],
  shared: readonly KeyOrigin[],
): Verdict['goes'] {
  if (references.length === 0) return 'nowhere';
  if (unkeyed.length > 0 || shared.length === 0) return 'to all shards';
  return shared.some(({ kind }) => kind === 'value') ? 'to one shard' : 'by a list of keys';
}

function namesOf(references: readonly Reference[]): string[] {
  const names = references.map(({ table, alias }) => (alias === table ? table : `${table} ${alias}`));
  return [...new Set(names)].sort();
}
