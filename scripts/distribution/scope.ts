import { type KeyNode, newKeyNode } from './key-graph.ts';

/** The columns that something gives, in order. `isOpen`: and others, whose names the syntax does not tell. */
export interface Columns {
  named: { name: string; node: KeyNode }[];
  isOpen: boolean;
}

/** What stands in a FROM by a name: a table, a subquery, a function. */
export interface Source {
  name: string;
  columns: Columns;
}

/** What a query sees: its own sources, then those of the queries around it. */
export interface Scope {
  sources: Source[];
  outer?: Scope | undefined;
  /** What was named with WITH, the nearest first; it hides tables. */
  ctes: ReadonlyMap<string, () => Columns>;
}

/** The column of that name in a source, undefined when it has none. */
export function columnOf({ columns }: Source, name: string): KeyNode | undefined {
  return columns.named.find((column) => column.name === name)?.node;
}

/** The column that `a.b` or `b` stands for. Undefined for a whole row, and for what only a function could have. */
export function findColumn(scope: Scope, names: readonly string[]): KeyNode | undefined {
  const name = names.at(-1) ?? '';
  const of = names.length > 1 ? names.at(-2) : undefined;
  for (let level: Scope | undefined = scope; level; level = level.outer) {
    for (const source of level.sources) {
      if (of !== undefined && source.name !== of) continue;
      const found = columnOf(source, name);
      if (found) return found;
      if (of !== undefined) return undefined;
    }
  }
  return undefined;
}

/** The same columns seen from outside of what cannot be narrowed from there: each equals the inner one, not that it. */
export function sealed({ named, isOpen }: Columns): Columns {
  const seen = named.map(({ name, node }) => {
    const outside = newKeyNode();
    outside.equals.add(node);
    return { name, node: outside };
  });
  return { named: seen, isOpen };
}

/** Gives the columns the names of an alias, from the first on. */
export function renamed({ named, isOpen }: Columns, names: readonly string[]): Columns {
  const count = Math.max(named.length, names.length);
  const columns = Array.from({ length: count }, (_, at) => ({
    name: names[at] ?? named[at]?.name ?? '',
    node: named[at]?.node ?? newKeyNode(),
  }));
  return { named: columns, isOpen };
}
