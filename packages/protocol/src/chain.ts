/**
 * What is hashed of a binder's log. Every text is canonical JSON (RFC 8785) in UTF-8, every hash SHA-256 in lower-case
 * hexadecimal digits: `bodyText` gives body_hash, `entryText` the digest of the entry, `linkText` the hash of the chain.
 *
 * These functions stand in receipts as they are (`String(bodyText)`): they use each other and nothing else.
 */

/** The hash before the first entry. */
export const CHAIN_START = '0'.repeat(64);

/** A value of JSON as RFC 8785 writes it: members sorted by UTF-16 code units, no spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** What the body of an entry is hashed as. @param salt of this entry, 32 hexadecimal digits */
export function bodyText(salt: string, body: unknown): string {
  return canonicalJson({ body, salt });
}

/** What the chain says of an entry. */
export interface ChainedFields {
  binder_id: string;
  epoch: string;
  seq: number;
  /** Milliseconds. */
  at: number;
  actor_id: string;
  kind: string;
  body_hash: string;
}

/** What an entry is hashed as. */
export function entryText(entry: ChainedFields): string {
  const { binder_id, epoch, seq, at, actor_id, kind, body_hash } = entry;
  return canonicalJson({ binder_id, epoch, seq, at, actor_id, kind, body_hash });
}

/** What the chain is hashed as at an entry. @param previous the hash at the entry before, of the first `CHAIN_START` */
export function linkText(previous: string, entry: string): string {
  return canonicalJson({ entry, previous });
}
