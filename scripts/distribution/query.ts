import { applyCondition, nameOf, nodeOf } from './conditions.ts';
import { readFromItem, readTable } from './from.ts';
import { type KeyNode, newKeyNode, nodeOfUnion } from './key-graph.ts';
import { type Columns, type Scope, type Source, sealed } from './scope.ts';
import { as, listOf, memberOf, type Node, namesIn, textOf } from './syntax.ts';
import { type Reference, readSubLinksIn, type Walk } from './walk.ts';

const KINDS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

/** Reads a query with all that is in it, and gives its columns. `around`: what it sees beside its own tables. */
export function readQuery(walk: Walk, query: Node, around: Scope): Columns {
  const kind = KINDS.find((name) => as(name, query));
  const content = kind && as(kind, query);
  if (!content) {
    walk.problems.push(`holds ${Object.keys(query).join()}, which is not read`);
    return { named: [], isOpen: true };
  }
  const scope: Scope = { ...around, sources: [], ctes: readCtes(walk, content, around) };
  if (kind === 'SelectStmt') return readSelect(walk, content, scope);
  if (kind === 'InsertStmt') return readInsert(walk, content, scope);
  return readChange(walk, content, scope, kind === 'UpdateStmt' ? 'updates' : 'deletes from');
}

/** What a query names with WITH, beside what was named around it. */
function readCtes(walk: Walk, query: Node, around: Scope): Scope['ctes'] {
  const clause = memberOf(query, 'withClause');
  let ctes = around.ctes;
  for (const item of listOf(clause, 'ctes')) {
    const cte = as('CommonTableExpr', item);
    const name = textOf(cte, 'ctename');
    const inner = cte?.ctequery as Node;
    // Each sees those before it.
    const visible = clause?.recursive ? new Map([...ctes, [name, columnsOfRecursive(inner)]]) : ctes;
    const read = () => readQuery(walk, inner, { sources: [], outer: around.outer, ctes: visible });
    ctes = new Map([...ctes, [name, isInlined(cte, query) ? read : once(sealed(read()))]]);
  }
  return ctes;
}

const once = (columns: Columns) => () => sealed(columns);

/** What a recursive query gives to itself: columns of its names, of which nothing is known. */
function columnsOfRecursive(query: Node): () => Columns {
  const select = as('SelectStmt', query);
  const first = memberOf(select, 'larg') ?? select;
  const names = listOf(first, 'targetList').map((item) => as('ResTarget', item));
  return () => ({
    named: names.map((item) => ({ name: textOf(item, 'name') || nameOf(item?.val), node: newKeyNode() })),
    isOpen: false,
  });
}

/** Whether PostgreSQL plans what WITH names as if it stood where it is used, so that conditions there reach into it. */
function isInlined(cte: Node | undefined, query: Node): boolean {
  const select = as('SelectStmt', cte?.ctequery);
  if (!select || select.lockingClause || cte?.ctematerialized === 'CTEMaterializeAlways') return false;
  return cte?.ctematerialized === 'CTEMaterializeNever' || countUses(query, textOf(cte, 'ctename')) <= 1;
}

function countUses(below: unknown, name: string): number {
  if (typeof below !== 'object' || below === null) return 0;
  const isUse = as('RangeVar', below)?.relname === name;
  return Object.values(below).reduce((count, part) => count + countUses(part, name), isUse ? 1 : 0);
}

function readSelect(walk: Walk, select: Node, scope: Scope): Columns {
  if (select.op !== 'SETOP_NONE' && select.op !== undefined) {
    const halves = [memberOf(select, 'larg'), memberOf(select, 'rarg')].map((half) =>
      readQuery(walk, { SelectStmt: half }, { ...scope, sources: [] }),
    );
    const [left, right] = halves;
    const named = (left?.named ?? []).map(({ name, node }, at) => ({
      name,
      node: nodeOfUnion([node, right?.named[at]?.node ?? newKeyNode()]),
    }));
    const columns = { named, isOpen: halves.some(({ isOpen }) => isOpen) };
    return hasLimit(select) ? sealed(columns) : columns;
  }
  const values = listOf(select, 'valuesLists').map((row) => listOf(memberOf(row, 'List'), 'items'));
  if (values.length > 0) return readValues(walk, values, scope);
  const before = walk.references.length;
  for (const item of listOf(select, 'fromClause')) readFromItem(walk, item, scope);
  noteLocks(walk, select, before);
  applyCondition(
    walk,
    select.whereClause,
    scope,
    scope.sources.map(({ columns }) => columns),
  );
  for (const member of [
    'havingClause',
    'groupClause',
    'sortClause',
    'limitCount',
    'limitOffset',
    'windowClause',
  ])
    readSubLinksIn(walk, select[member], scope);
  const columns = readTargets(walk, listOf(select, 'targetList'), scope, scope.sources);
  return isNarrowedFromOutside(select, scope) ? columns : sealed(columns);
}

const hasLimit = (select: Node) => Boolean(select.limitCount || select.limitOffset);

/** Whether a condition on what a query gives may be applied to what it reads: not over a LIMIT, a window or a group. */
function isNarrowedFromOutside(select: Node, scope: Scope): boolean {
  if (hasLimit(select) || select.distinctClause) return false;
  const text = JSON.stringify(select.targetList ?? []);
  if (text.includes('"over"')) return false;
  const groups = listOf(select, 'groupClause');
  // Grouped by the key each group is of one key.
  if (groups.length > 0) return groups.some((group) => isKey(group, scope));
  return !/"(count|sum|max|min|array_agg|jsonb_agg|bool_or|bool_and)"/.test(text);
}

function isKey(expression: Node, scope: Scope): boolean {
  const names = namesIn(as('ColumnRef', expression), 'fields');
  return names.at(-1) === 'binder_id' || (names.at(-1) === 'id' && scope.sources.length > 0);
}

function readValues(walk: Walk, rows: readonly Node[][], scope: Scope): Columns {
  readSubLinksIn(walk, rows, scope);
  const [first = []] = rows;
  const named = first.map((expression, at) => {
    const node = rows.length === 1 ? nodeOf(walk, expression, scope) : undefined;
    return { name: `column${at + 1}`, node: node ?? newKeyNode() };
  });
  return { named, isOpen: false };
}

/** FOR UPDATE and its like. */
function noteLocks(walk: Walk, select: Node, before: number): void {
  for (const item of listOf(select, 'lockingClause')) {
    const only = listOf(as('LockingClause', item), 'lockedRels').map((range) =>
      textOf(as('RangeVar', range), 'relname'),
    );
    for (const reference of walk.references.slice(before))
      if (only.length === 0 || only.includes(reference.alias)) reference.action = 'locks';
  }
}

/** What a list of targets gives: named columns, `*` and `a.*`. */
function readTargets(
  walk: Walk,
  targets: readonly Node[],
  scope: Scope,
  sources: readonly Source[],
): Columns {
  readSubLinksIn(walk, targets, scope);
  const named: { name: string; node: KeyNode }[] = [];
  let isOpen = false;
  for (const item of targets) {
    const target = as('ResTarget', item);
    const names = namesIn(as('ColumnRef', target?.val), 'fields');
    if (names.at(-1) === '*') {
      const of = names.length > 1 ? names.at(-2) : undefined;
      for (const source of sources.filter(({ name }) => of === undefined || name === of)) {
        named.push(...source.columns.named);
        isOpen ||= source.columns.isOpen;
      }
    } else {
      const node = nodeOf(walk, target?.val, scope);
      named.push({ name: textOf(target, 'name') || nameOf(target?.val), node: node ?? newKeyNode() });
    }
  }
  return { named, isOpen };
}

function returned(walk: Walk, query: Node, scope: Scope): Columns {
  const list = listOf(memberOf(query, 'returningClause'), 'exprs');
  return readTargets(walk, list, scope, scope.sources);
}

function readInsert(walk: Walk, insert: Node, scope: Scope): Columns {
  const range = memberOf(insert, 'relation') ?? {};
  const table = textOf(range, 'relname');
  const target = readTable(walk, range, scope, 'inserts into');
  const given = insert.selectStmt
    ? readQuery(walk, insert.selectStmt as Node, { ...scope, sources: [] })
    : { named: [], isOpen: false };
  const columns = listOf(insert, 'cols').map((item) => textOf(as('ResTarget', item), 'name'));
  const names = columns.length > 0 ? columns : (walk.tables.get(table)?.columns ?? []);
  for (const [at, name] of names.entries()) {
    const column = target.columns.named.find((each) => each.name === name)?.node;
    const value = given.named[at]?.node;
    if (column && value) column.equals.add(value);
  }
  scope.sources.push(target);
  const conflict = memberOf(insert, 'onConflictClause');
  readSubLinksIn(walk, conflict, scope);
  refuseKeyChange(walk, listOf(conflict, 'targetList'), table);
  return returned(walk, insert, scope);
}

function readChange(walk: Walk, change: Node, scope: Scope, action: Reference['action']): Columns {
  const range = memberOf(change, 'relation') ?? {};
  scope.sources.push(readTable(walk, range, scope, action));
  for (const item of [...listOf(change, 'fromClause'), ...listOf(change, 'usingClause')])
    readFromItem(walk, item, scope);
  applyCondition(
    walk,
    change.whereClause,
    scope,
    scope.sources.map(({ columns }) => columns),
  );
  if (action === 'updates') {
    readSubLinksIn(walk, change.targetList, scope);
    refuseKeyChange(walk, listOf(change, 'targetList'), textOf(range, 'relname'));
  }
  return returned(walk, change, scope);
}

function refuseKeyChange(walk: Walk, targets: readonly Node[], table: string): void {
  const key = walk.tables.get(table)?.key;
  const changed = targets.map((item) => textOf(as('ResTarget', item), 'name'));
  if (key && changed.includes(key)) walk.problems.push(`changes ${key} of ${table}`);
}
