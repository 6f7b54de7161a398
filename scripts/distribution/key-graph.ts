/** What a key comes from in the end: one value, a parameter or one that is written down, or the values of one list. */
export interface KeyOrigin {
  kind: 'value' | 'list';
  name: string;
}

/** A column of a statement, or a value in it. */
export interface KeyNode {
  readonly origin?: KeyOrigin;
  /** What it equals in each row that counts. */
  readonly equals: Set<KeyNode>;
  /** The columns of which it is one: those of the halves of a UNION. */
  readonly oneOf?: readonly KeyNode[];
}

/** A column of which nothing is known yet. */
export const newKeyNode = (origin?: KeyOrigin): KeyNode => ({ equals: new Set(), ...(origin && { origin }) });

/** A column of a UNION: narrowing it narrows each half. */
export function nodeOfUnion(halves: readonly KeyNode[]): KeyNode {
  const node = { equals: new Set<KeyNode>(), oneOf: halves };
  for (const half of halves) half.equals.add(node);
  return node;
}

/** All that a node comes from, by name: none when nothing gives it. */
export function originsOf(start: KeyNode, passed: ReadonlySet<KeyNode> = new Set()): Map<string, KeyOrigin> {
  const origins = new Map<string, KeyOrigin>();
  const seen = new Set([...passed, start]);
  for (const node of [start, ...reachable(start, seen)]) {
    if (node.origin) origins.set(node.origin.name, node.origin);
    // What all of the halves come from.
    const [first, ...others] = (node.oneOf ?? []).map((half) => originsOf(half, seen));
    for (const [name, origin] of first ?? [])
      if (others.every((other) => other.has(name))) origins.set(name, origin);
  }
  return origins;
}

/** The nodes that a node equals, by way of others; adds them to `seen`. */
function reachable(start: KeyNode, seen: Set<KeyNode>): KeyNode[] {
  const found: KeyNode[] = [];
  const queue = [start];
  for (let node = queue.pop(); node; node = queue.pop()) {
    for (const other of node.equals) {
      if (seen.has(other)) continue;
      seen.add(other);
      found.push(other);
      queue.push(other);
    }
  }
  return found;
}
