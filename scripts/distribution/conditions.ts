import { type KeyNode, newKeyNode } from './key-graph.ts';
import { type Columns, findColumn, type Scope } from './scope.ts';
import { as, listOf, memberOf, type Node, namesIn, textOf } from './syntax.ts';
import { listNode, readSubLink, readSubLinksIn, valueNode, type Walk } from './walk.ts';

/** The node of an expression that is a column or a value, with casts or without; undefined for all that is worked out. */
export function nodeOf(walk: Walk, expression: unknown, scope: Scope): KeyNode | undefined {
  const column = as('ColumnRef', expression);
  if (column) return findColumn(scope, namesIn(column, 'fields'));
  const parameter = as('ParamRef', expression);
  if (parameter) return valueNode(walk, `$${parameter.number}`);
  const cast = as('TypeCast', expression);
  if (cast) return nodeOf(walk, cast.arg, scope);
  const constant = as('A_Const', expression);
  if (constant) {
    const { location: _, ...value } = constant;
    return constant.isnull ? undefined : valueNode(walk, JSON.stringify(value));
  }
  // What a cursor is told by, which takes no parameters: a value of the whole statement.
  const call = as('FuncCall', expression);
  if (call && namesIn(call, 'funcname').at(-1) === 'current_setting')
    return valueNode(walk, `current_setting ${JSON.stringify(as('A_Const', listOf(call, 'args')[0])?.sval)}`);
  const link = as('SubLink', expression);
  if (link?.subLinkType === 'EXPR_SUBLINK') return oneWay(readSubLink(walk, link, scope).named[0]?.node);
  return undefined;
}

/** What equals a node, where to narrow it narrows nothing of the node's. */
function oneWay(node: KeyNode | undefined): KeyNode | undefined {
  if (!node) return undefined;
  const outside = newKeyNode();
  outside.equals.add(node);
  return outside;
}

/**
 * Takes in what the equalities of a condition say that hold for each row that counts: those joined by AND.
 * @param narrowed the columns whose rows the condition leaves out; the others only narrow these
 */
export function applyCondition(
  walk: Walk,
  condition: unknown,
  scope: Scope,
  narrowed: readonly Columns[],
): void {
  readSubLinksIn(walk, condition, scope);
  const narrow = new Set(narrowed.flatMap(({ named }) => named.map(({ node }) => node)));
  const equate = (left: KeyNode | undefined, right: KeyNode | undefined) => {
    if (!left || !right) return;
    if (narrow.has(left)) left.equals.add(right);
    if (narrow.has(right)) right.equals.add(left);
  };
  for (const [left, right] of equalitiesIn(walk, condition, scope)) equate(left, right);
}

type Equality = readonly [KeyNode | undefined, KeyNode | undefined];

function equalitiesIn(walk: Walk, condition: unknown, scope: Scope): Equality[] {
  const all = as('BoolExpr', condition);
  if (all?.boolop === 'AND_EXPR')
    return listOf(all, 'args').flatMap((part) => equalitiesIn(walk, part, scope));
  const link = as('SubLink', condition);
  if (link?.subLinkType === 'ANY_SUBLINK') {
    const { named } = readSubLink(walk, link, scope);
    return partsOf(link.testexpr).map((part, at) => [nodeOf(walk, part, scope), named[at]?.node]);
  }
  const comparison = as('A_Expr', condition);
  if (!comparison || namesIn(comparison, 'name').at(-1) !== '=') return [];
  const { lexpr: left, rexpr: right } = comparison;
  if (comparison.kind === 'AEXPR_OP_ANY') return [[nodeOf(walk, left, scope), nodeOfList(walk, right)]];
  if (comparison.kind === 'AEXPR_IN')
    return [[nodeOf(walk, left, scope), nodeOfValues(walk, right as Node, scope)]];
  if (comparison.kind !== 'AEXPR_OP') return [];
  const others = partsOf(right);
  return partsOf(left).map((part, at) => [nodeOf(walk, part, scope), nodeOf(walk, others[at], scope)]);
}

/** Of `(a, b)` its parts; of what is no row itself. */
function partsOf(expression: unknown): unknown[] {
  const row = as('RowExpr', expression);
  return row ? listOf(row, 'args') : [expression];
}

/** What `= ANY($1)` compares with: a list that the caller gives. */
export function nodeOfList(walk: Walk, list: unknown): KeyNode | undefined {
  const cast = as('TypeCast', list);
  if (cast) return nodeOfList(walk, cast.arg);
  return as('ParamRef', list) ? listNode(walk) : undefined;
}

/** What `IN ($1, $2)` compares with. */
function nodeOfValues(walk: Walk, list: Node, scope: Scope): KeyNode | undefined {
  const items = listOf(memberOf(list, 'List'), 'items');
  const [only] = items;
  if (items.length === 1) return nodeOf(walk, only, scope);
  const areGiven = items.every((item) => nodeOf(walk, item, scope)?.origin !== undefined);
  return areGiven ? listNode(walk) : undefined;
}

/** The name of a column that an expression gives, when it has none of its own. */
export function nameOf(expression: unknown): string {
  const cast = as('TypeCast', expression);
  if (cast) return nameOf(cast.arg);
  const column = as('ColumnRef', expression);
  if (column) return namesIn(column, 'fields').at(-1) ?? '';
  const call = as('FuncCall', expression);
  if (call) return namesIn(call, 'funcname').at(-1) ?? '';
  const link = as('SubLink', expression);
  const [first] = listOf(as('SelectStmt', link?.subselect), 'targetList').map((item) =>
    as('ResTarget', item),
  );
  return first ? textOf(first, 'name') || nameOf(first.val) : '';
}
