import { type KeyNode, newKeyNode } from './key-graph.ts';
import type { Columns, Scope } from './scope.ts';
import { as, type Node } from './syntax.ts';

/** A place of a statement where a distributed table stands. */
export interface Reference {
  table: string;
  /** By what name. */
  alias: string;
  key: KeyNode;
  action: 'reads' | 'locks' | 'inserts into' | 'updates' | 'deletes from';
}

/** The columns of a table, and which of them the rows are distributed by: null for a table that is not. */
export interface TableShape {
  columns: readonly string[];
  key: string | null;
}

/** What is gathered while a statement is read. */
export interface Walk {
  tables: ReadonlyMap<string, TableShape>;
  references: Reference[];
  /** Names of tables that are not distributed and are changed. */
  changedElsewhere: Set<string>;
  /** What is beyond reading, or changes a key: none of it is right. */
  problems: string[];
  /** The node of a parameter or a constant by its text. */
  values: Map<string, KeyNode>;
  /** How many lists were met. */
  lists: number;
  /** Reads a query that stands in another one. */
  readQuery(query: Node, around: Scope): Columns;
  /** What subqueries of expressions give. */
  read: Map<Node, Columns>;
}

/** The node of a value: the same for the same parameter and the same text. */
export function valueNode(walk: Walk, name: string): KeyNode {
  const known = walk.values.get(name);
  if (known) return known;
  const node = newKeyNode({ kind: 'value', name });
  walk.values.set(name, node);
  return node;
}

/** The node of one of a list's values: of each list another one, also where the list is the same. */
export function listNode(walk: Walk): KeyNode {
  walk.lists++;
  return newKeyNode({ kind: 'list', name: `list ${walk.lists}` });
}

/** What a subquery of an expression gives, read once. */
export function readSubLink(walk: Walk, link: Node, scope: Scope): Columns {
  const known = walk.read.get(link);
  if (known) return known;
  const columns = walk.readQuery(link.subselect as Node, { sources: [], outer: scope, ctes: scope.ctes });
  walk.read.set(link, columns);
  return columns;
}

/** Reads all subqueries that stand somewhere below, those of other queries left to them. */
export function readSubLinksIn(walk: Walk, below: unknown, scope: Scope): void {
  if (Array.isArray(below)) {
    for (const part of below) readSubLinksIn(walk, part, scope);
  } else if (typeof below === 'object' && below !== null) {
    const link = as('SubLink', below);
    if (link) {
      readSubLink(walk, link, scope);
      readSubLinksIn(walk, link.testexpr, scope);
    } else for (const part of Object.values(below)) readSubLinksIn(walk, part, scope);
  }
}
