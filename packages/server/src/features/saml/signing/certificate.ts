import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';

/**
 * Makes a certificate of an RSA key that is signed by that key itself (X.509, SHA-256). Gives it as PEM. Node reads
 * certificates and makes none; one of this plain kind is all that SAML wants, where certificates are pinned.
 * @param name the common name, ASCII
 * @param valid milliseconds since 1970, before 2050
 */
export function selfSigned(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  name: string,
  valid: { from: number; until: number },
): string {
  const sha256WithRsa = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const commonName = der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)));
  const subject = der(0x30, der(0x31, commonName));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    sha256WithRsa,
    subject,
    der(0x30, der(0x17, utcTime(valid.from)), der(0x17, utcTime(valid.until))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  return new X509Certificate(der(0x30, content, sha256WithRsa, der(0x03, signature))).toString();
}

/** YYMMDDhhmmssZ. */
function utcTime(ms: number): Buffer {
  return Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/\D/g, '')}Z`);
}

/** A value of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
