import { applyCondition, nodeOf, nodeOfList } from './conditions.ts';
import { type KeyNode, newKeyNode } from './key-graph.ts';
import { type Columns, columnOf, renamed, type Scope, type Source } from './scope.ts';
import { as, listOf, memberOf, type Node, namesIn, textOf } from './syntax.ts';
import { type Reference, readSubLinksIn, type Walk } from './walk.ts';

/** Reads an item of FROM, and puts what it gives into the scope, where what stands after it may see it. */
export function readFromItem(walk: Walk, item: unknown, scope: Scope): Source[] {
  const join = as('JoinExpr', item);
  if (join) return readJoin(walk, join, scope);
  const source = readSource(walk, item as Node, scope);
  scope.sources.push(source);
  return [source];
}

function readJoin(walk: Walk, join: Node, scope: Scope): Source[] {
  const left = readFromItem(walk, join.larg, scope);
  const right = readFromItem(walk, join.rarg, scope);
  // What an outer join keeps in any case, its condition does not narrow.
  const narrowed = {
    JOIN_INNER: [...left, ...right],
    JOIN_LEFT: right,
    JOIN_RIGHT: left,
  }[textOf(join, 'jointype')];
  const columns = (narrowed ?? []).map((source) => source.columns);
  applyCondition(walk, join.quals, scope, columns);
  const narrow = new Set(columns.flatMap(({ named }) => named.map(({ node }) => node)));
  for (const name of namesIn(join, 'usingClause')) {
    const [a, b] = [find(left, name), find(right, name)];
    if (!a || !b) continue;
    if (narrow.has(a)) a.equals.add(b);
    if (narrow.has(b)) b.equals.add(a);
  }
  return [...left, ...right];
}

function find(sources: readonly Source[], name: string): KeyNode | undefined {
  return sources.map((source) => columnOf(source, name)).find((node) => node);
}

function readSource(walk: Walk, item: Node, scope: Scope): Source {
  const table = as('RangeVar', item);
  if (table) return readTable(walk, table, scope, 'reads');
  const subquery = as('RangeSubselect', item);
  if (subquery) {
    const around = subquery.lateral ? scope : scope.outer;
    const columns = walk.readQuery(subquery.subquery as Node, {
      sources: [],
      outer: around,
      ctes: scope.ctes,
    });
    return named(columns, memberOf(subquery, 'alias'));
  }
  const call = as('RangeFunction', item);
  if (call) return readFunction(walk, call, scope);
  walk.problems.push(`holds ${Object.keys(item).join()}, which is not read`);
  return named({ named: [], isOpen: true }, undefined);
}

function named(columns: Columns, alias: Node | undefined, name = textOf(alias, 'aliasname')): Source {
  return { name, columns: renamed(columns, namesIn(alias, 'colnames')) };
}

/** A table, or what WITH has given its name to. */
export function readTable(walk: Walk, range: Node, scope: Scope, action: Reference['action']): Source {
  const table = textOf(range, 'relname');
  const alias = memberOf(range, 'alias');
  const name = textOf(alias, 'aliasname') || table;
  const cte = action === 'reads' && !range.schemaname ? scope.ctes.get(table) : undefined;
  if (cte) return named(cte(), alias, name);
  const shape = walk.tables.get(table);
  const columns = (shape?.columns ?? []).map((column) => ({ name: column, node: newKeyNode() }));
  const source = named({ named: columns, isOpen: shape === undefined }, alias, name);
  const key = columns.find((column) => column.name === shape?.key)?.node;
  if (key) walk.references.push({ table, alias: name, key, action });
  else if (action !== 'reads') walk.changedElsewhere.add(table);
  return source;
}

/** A function: of `unnest($1)` each column is a list that the caller gives; of others nothing is known. */
function readFunction(walk: Walk, range: Node, scope: Scope): Source {
  const alias = memberOf(range, 'alias');
  const columns: { name: string; node: KeyNode }[] = [];
  let isOpen = true;
  let lastName = '';
  for (const item of listOf(range, 'functions')) {
    const [first] = listOf(as('List', item), 'items');
    readSubLinksIn(walk, first, scope);
    const call = as('FuncCall', first);
    lastName = namesIn(call, 'funcname').at(-1) ?? '';
    const given = listOf(call, 'args');
    if (lastName === 'unnest') {
      isOpen = false;
      for (const list of given)
        columns.push({ name: 'unnest', node: nodeOfList(walk, list) ?? nodeOfArray(walk, list, scope) });
    } else columns.push({ name: lastName, node: newKeyNode() });
  }
  for (const item of listOf(range, 'coldeflist'))
    columns.push({ name: textOf(as('ColumnDef', item), 'colname'), node: newKeyNode() });
  if (range.ordinality) columns.push({ name: 'ordinality', node: newKeyNode() });
  const source = named({ named: columns, isOpen }, alias, textOf(alias, 'aliasname') || lastName);
  // `unnest(…) AS wanted` names its only column too.
  const [only] = source.columns.named;
  if (only && columns.length === 1 && listOf(alias, 'colnames').length === 0) only.name = source.name;
  return source;
}

/** What `unnest(ARRAY[$1])` gives. */
function nodeOfArray(walk: Walk, list: unknown, scope: Scope): KeyNode {
  const elements = listOf(as('A_ArrayExpr', as('TypeCast', list)?.arg ?? list), 'elements');
  const node = elements.length === 1 ? nodeOf(walk, elements[0], scope) : undefined;
  return node ?? newKeyNode();
}
