/**
 * Texts are canonical JSON (RFC 8785) in UTF-8. Receipts embed this source code, so the functions may call
 * only each other.
 */

export const CHAIN_START = '0'.repeat(64);

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** @param salt 32 hexadecimal digits */
export function bodyText(salt: string, body: unknown): string {
  return canonicalJson({ body, salt });
}

export interface ChainedFields {
  binder_id: string;
  epoch: string;
  seq: number;
  at: number;
  actor_id: string;
  kind: string;
  body_hash: string;
}

export function entryText(entry: ChainedFields): string {
  const { binder_id, epoch, seq, at, actor_id, kind, body_hash } = entry;
  return canonicalJson({ binder_id, epoch, seq, at, actor_id, kind, body_hash });
}

export function linkText(previous: string, entry: string): string {
  return canonicalJson({ entry, previous });
}
