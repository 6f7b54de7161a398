import { X509Certificate } from 'node:crypto';
import { because, invalid } from '../../../errors.ts';

const MIN_KEY_BITS = 2_048;

/** Accepts PEM, and base64 as in metadata. */
export function readCertificates(providedCertificates: readonly string[]): string[] {
  const pems = providedCertificates.map((text, index) => {
    const path = `certificates[${index}]`;
    const certificate = parse(text);
    if (!certificate) throw invalid(path, because('idp_certificate'));
    const { publicKey } = certificate;
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    if (publicKey.asymmetricKeyType !== 'rsa' || bits < MIN_KEY_BITS)
      throw invalid(path, because('idp_certificate_key', { bits: MIN_KEY_BITS }));
    return certificate.toString();
  });
  return [...new Set(pems)];
}

function parse(text: string): X509Certificate | undefined {
  const base64 = text
    .replace(/^\s*-----BEGIN CERTIFICATE-----/, '')
    .replace(/-----END CERTIFICATE-----\s*$/, '')
    .replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

export function base64Of(pem: string): string {
  return pem.replace(/-----[^-]+-----|\s/g, '');
}

export function describeCertificate(pem: string) {
  const { subject, fingerprint256, validTo } = new X509Certificate(pem);
  return { subject, fingerprint_sha256: fingerprint256, expires: Date.parse(validTo), pem };
}
