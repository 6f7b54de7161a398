import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { because, invalid, withDetails } from '../../../errors.ts';

export interface SealMaterial {
  privateKey: KeyObject;
  certificate: X509Certificate;
  others: X509Certificate[];
}

const { pkcs12, pki, asn1 } = forge;
const CERTIFICATE = pki.oids.certBag as string;
const KEYS = [pki.oids.pkcs8ShroudedKeyBag, pki.oids.keyBag] as string[];
/** PDF readers reject signatures with shorter RSA keys. */
const MIN_RSA_BITS = 2_048;
/** Twice the bits make signing eight times as slow. */
const MAX_RSA_BITS = 8_192;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

export function readPkcs12(file: Buffer, password: string, now: number): SealMaterial {
  const { keys, certificates } = bagsOf(openPkcs12(file, password));
  for (const privateKey of keys) {
    const certificate = certificates.find((each) => each.checkPrivateKey(privateKey));
    if (!certificate) continue;
    checkKey(privateKey);
    checkUse(certificate, now);
    return { privateKey, certificate, others: certificates.filter((each) => each !== certificate) };
  }
  if (keys.length === 0) throw invalid('pkcs12', because('certificate_no_key'));
  throw invalid(
    'pkcs12',
    withDetails(
      because('certificate_no_key'),
      'has no certificate for its private key: export both together',
    ),
  );
}

function openPkcs12(file: Buffer, password: string): forge.pkcs12.Pkcs12Pfx {
  let parsed: forge.asn1.Asn1;
  try {
    parsed = asn1.fromDer(file.toString('binary'));
  } catch {
    throw invalid('pkcs12', because('certificate_no_pkcs12'));
  }
  try {
    return pkcs12.pkcs12FromAsn1(parsed, true, password);
  } catch (error) {
    // The error for a wrong password differs from other errors only in its text.
    if (/password|MAC/i.test((error as Error).message))
      throw invalid('password', because('certificate_password'));
    throw invalid('pkcs12', because('certificate_unreadable'));
  }
}

function bagsOf(file: forge.pkcs12.Pkcs12Pfx): { keys: KeyObject[]; certificates: X509Certificate[] } {
  const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
  const der = (tree: forge.asn1.Asn1) => Buffer.from(asn1.toDer(tree).getBytes(), 'binary');
  try {
    const keys = bags
      .filter(({ type }) => KEYS.includes(type))
      // The library parses only RSA keys. Other keys remain ASN.1 structures.
      .map(({ key, asn1: tree }) => (key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : tree))
      .map((tree) => createPrivateKey({ key: der(tree), format: 'der', type: 'pkcs8' }));
    const certificates = bags
      .filter(({ type }) => type === CERTIFICATE)
      .map(({ cert, asn1: tree }) => new X509Certificate(der(cert ? pki.certificateToAsn1(cert) : tree)));
    return { keys, certificates };
  } catch {
    throw invalid(
      'pkcs12',
      withDetails(because('certificate_unreadable'), 'has a key or certificate that cannot be read'),
    );
  }
}

function checkKey({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  const bits = details?.modulusLength ?? 0;
  if (type === 'rsa' && bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS) return;
  if (type === 'ec' && CURVES.includes(details?.namedCurve ?? '')) return;
  throw invalid('pkcs12', because('certificate_key_kind'));
}

function checkUse(certificate: X509Certificate, now: number): void {
  const { from, until } = validityOf(certificate);
  const on = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  if (now > until) throw invalid('pkcs12', because('certificate_expired', { date: on(until) }));
  if (now < from) throw invalid('pkcs12', because('certificate_not_yet', { date: on(from) }));
  if (!maySign(certificate)) throw invalid('pkcs12', because('certificate_use'));
}

export function validityOf({ validFrom, validTo }: X509Certificate): { from: number; until: number } {
  return { from: Date.parse(validFrom), until: Date.parse(validTo) };
}

const KEY_USAGE = '0603551d0f';
/** The bits digitalSignature and nonRepudiation. */
const SIGNING = 0b1100_0000;

/** RFC 5280, section 4.2.1.3. */
function maySign({ raw }: X509Certificate): boolean {
  const at = raw.indexOf(Buffer.from(KEY_USAGE, 'hex'));
  if (at < 0) return true;
  let next = at + KEY_USAGE.length / 2;
  // An optional `critical` is a BOOLEAN of three bytes.
  if (raw[next] === 0x01) next += 3;
  // The next bytes are an OCTET STRING, its length, a BIT STRING, its length, the number of unused bits, and
  // the bits.
  return ((raw[next + 5] ?? 0) & SIGNING) !== 0;
}
