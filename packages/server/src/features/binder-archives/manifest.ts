import { createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '@ringbinder/protocol/chain.ts';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { type SigningKey, thumbprint } from '../receipts/index.ts';
import { ARCHIVED_TABLES } from './tables.ts';

const FORMAT = 'ringbinder-binder';
const VERSION = 1;
export const MANIFEST_NAME = 'manifest.json';
export const PEOPLE = 'people';
export const MAX_MANIFEST_BYTES = 32 * 1024 ** 2;

export const rowsName = (table: string) => `rows/${table}.jsonl`;
export const fileName = (sha256: string) => `files/${sha256}`;

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Size = Type.Integer({ minimum: 0 });

/** One line of JSON per row. A person's row contains only fields that members of a binder can see. */
const RowsMember = Type.Object({
  name: Type.String(),
  size: Size,
  sha256: Sha256,
  rows: Size,
  columns: Type.Array(Type.String()),
});
const FileMember = Type.Object({ name: Type.String(), size: Size, sha256: Sha256 });

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(VERSION),
  issuer: Type.String({ maxLength: 2_000 }),
  binder: Type.Object({
    id: Type.String({ pattern: '^B[0-9A-Za-z]{22}$' }),
    name: Type.String(),
    epoch: Type.String({ maxLength: 100 }),
  }),
  log: Type.Object({ seq: Size, hash: Sha256 }),
  /** The archive contains the files of `rows` in this order, and then those of `files`. */
  rows: Type.Array(RowsMember),
  files: Type.Array(FileMember),
});

const Signature = Type.Object({
  alg: Type.Literal('EdDSA'),
  key: Type.Object({
    kty: Type.Literal('OKP'),
    crv: Type.Literal('Ed25519'),
    x: Type.String(),
    kid: Type.String(),
  }),
  value: Type.String(),
});

export type Manifest = Static<typeof Manifest>;
export type RowsMember = Static<typeof RowsMember>;
export type FileMember = Static<typeof FileMember>;
export interface SignedManifest {
  manifest: Manifest;
  signature: Static<typeof Signature>;
}

const signedManifest = Compile(Type.Object({ manifest: Manifest, signature: Signature }));

export function writeManifest(
  content: Omit<Manifest, 'format' | 'version'>,
  { publicKey, sign }: SigningKey,
): Buffer {
  const manifest: Manifest = { format: FORMAT, version: VERSION, ...content };
  const { kty, crv, x, kid } = publicKey;
  const signature = { alg: 'EdDSA', key: { kty, crv, x, kid }, value: sign(canonicalJson(manifest)) };
  return Buffer.from(`${canonicalJson({ manifest, signature })}\n`);
}

export function readManifest(bytes: Buffer): SignedManifest | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return signedManifest.Check(value) && hasExpectedMembers(value.manifest) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Archives of earlier releases lack these tables. */
const OPTIONAL_TABLES: readonly string[] = ['sections', 'page_captions'];

function hasExpectedMembers({ rows, files }: Manifest): boolean {
  const presentNames = new Set(rows.map(({ name }) => name));
  const names = [...ARCHIVED_TABLES.map(({ name }) => name), PEOPLE]
    .filter((name) => !OPTIONAL_TABLES.includes(name) || presentNames.has(rowsName(name)))
    .map(rowsName);
  return (
    rows.length === names.length &&
    rows.every(({ name }, index) => name === names[index]) &&
    files.every(({ name, sha256 }) => name === fileName(sha256))
  );
}

export function signatureProblem(
  { manifest, signature }: SignedManifest,
  trusted: readonly string[],
): string | undefined {
  const { kty, crv, x, kid } = signature.key;
  if (thumbprint(x) !== kid) return 'names another key than the one that it contains';
  if (!trusted.includes(kid))
    return `is signed by the key ${kid} of ${manifest.issuer}, which is not in IMPORT_KEYS: ask the operator to add it`;
  const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
  const bytes = Buffer.from(canonicalJson(manifest));
  if (verify(null, bytes, key, Buffer.from(signature.value, 'base64url'))) return;
  return 'was changed after it was signed';
}
