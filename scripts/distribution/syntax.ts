/** A node of PostgreSQL's own syntax tree, as libpg-query gives it: one member, named for its kind, or the members of one. */
export type Node = Record<string, unknown>;

/** The content of a node when it is of a kind, undefined when it is of another. */
export function as(kind: string, node: unknown): Node | undefined {
  return isNode(node) && isNode(node[kind]) ? node[kind] : undefined;
}

/** The nodes of a member that holds several; none when it is not there. */
export function listOf(node: Node | undefined, member: string): Node[] {
  const list = node?.[member];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The content of a member that always is of one kind, which the tree does not say then. */
export function memberOf(node: Node | undefined, member: string): Node | undefined {
  const content = node?.[member];
  return isNode(content) ? content : undefined;
}

/** A member that is a text; empty when it is not there. */
export function textOf(node: Node | undefined, member: string): string {
  const text = node?.[member];
  return typeof text === 'string' ? text : '';
}

/** The names in a list of texts: the parts of a column's name, the columns of an alias. */
export function namesIn(node: Node | undefined, member: string): string[] {
  return listOf(node, member).map((part) => (as('A_Star', part) ? '*' : textOf(as('String', part), 'sval')));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
