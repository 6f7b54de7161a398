import { generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';

/** A key with its certificate, both PEM. */
export interface SigningKey {
  privateKey: string;
  certificate: string;
}

/** Makes an RSA key and a certificate for it, signed by itself. Node has nothing to make certificates with. */
export function makeSigningKey(bits = 2_048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const algorithm = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('Test')))),
  );
  const validity = der(
    0x30,
    der(0x17, Buffer.from('200101000000Z')),
    der(0x17, Buffer.from('490101000000Z')),
  );
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: new X509Certificate(der(0x30, content, algorithm, der(0x03, signature))).toString(),
  };
}

/** A value of ASN.1 in DER. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
