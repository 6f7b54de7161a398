import { execFile } from 'node:child_process';
import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';

const { asn1, pkcs12, pki } = forge;
type Node = forge.asn1.Asn1;

export const run = promisify(execFile);

export interface TestKey {
  key: string;
  certificate: string;
}

export function makePkcs12(
  { key, certificate }: TestKey,
  password: string,
  {
    algorithm = 'aes256',
    hasKey = true,
    count = 2_048,
  }: { algorithm?: 'aes256' | '3des'; hasKey?: boolean; count?: number } = {},
): string {
  const privateKey = hasKey ? pki.privateKeyFromPem(key) : null;
  const file = pkcs12.toPkcs12Asn1(
    privateKey as forge.pki.rsa.PrivateKey,
    [pki.certificateFromPem(certificate)],
    password,
    { algorithm, count },
  );
  return Buffer.from(asn1.toDer(file).getBytes(), 'binary').toString('base64');
}

export function signedParts(pdf: Buffer): { content: Buffer; cms: Buffer } {
  const text = pdf.toString('latin1');
  const [range, ...more] = [...text.matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\]/g)];
  if (!range || more.length > 0) throw new Error('there must be one byte range');
  const [start = 0, end = 0, rest = 0] = range.slice(1).map(Number);
  const hex = text.slice(start, end);
  if (end + rest !== pdf.length || !/^<[0-9a-f]+>$/.test(hex) || !text.slice(0, start).endsWith('/Contents '))
    throw new Error('the byte range omits more than the signature');
  const content = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  const padded = Buffer.from(hex.slice(1, -1), 'hex');
  return { content, cms: padded.subarray(0, 4 + padded.readUInt16BE(2)) };
}

const children = (node: Node | undefined) => (Array.isArray(node?.value) ? node.value : []);
const bytes = (node: Node | undefined) => Buffer.from(asn1.toDer(node as Node).getBytes(), 'binary');
const octets = (node: Node | undefined) => Buffer.from((node?.value as string) ?? '', 'binary');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();

/** Verifies the signature without any code of the signer. */
export function verifySignedPdf(pdf: Buffer): {
  certificate: X509Certificate;
  token: Buffer | undefined;
  signature: Buffer;
} {
  const { content, cms } = signedParts(pdf);
  const signedData = children(children(asn1.fromDer(cms.toString('binary')))[1])[0];
  const parts = children(signedData);
  const certificate = new X509Certificate(bytes(children(parts[3])[0]));
  const info = children(children(parts.at(-1))[0]);
  const attributes = new Map(
    children(info[3]).map((each) => {
      const [type, values] = children(each);
      return [asn1.derToOid((type?.value as string) ?? ''), children(values)[0]];
    }),
  );
  if (!octets(attributes.get('1.2.840.113549.1.9.4')).equals(sha256(content)))
    throw new Error('the digest does not match');
  const ids = children(attributes.get('1.2.840.113549.1.9.16.2.47'))[0];
  if (!octets(children(children(ids)[0])[0]).equals(sha256(certificate.raw)))
    throw new Error('the signing certificate does not match');
  const signed = bytes(info[3]);
  signed[0] = 0x31;
  const signature = octets(info[5]);
  if (!createVerify('sha256').update(signed).verify(certificate.publicKey, signature))
    throw new Error('the signature does not match');
  const token = children(children(children(info[6])[0])[1])[0];
  return { certificate, token: token && bytes(token), signature };
}

export async function pdfsig(directory: string, pdf: Buffer): Promise<string> {
  const path = join(directory, 'receipt.pdf');
  await writeFile(path, pdf);
  // `pdfsig` exits with 1 for an invalid signature.
  return run('pdfsig', ['-nocert', path]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
