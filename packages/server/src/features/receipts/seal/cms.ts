import { createHash, randomBytes, type webcrypto, type X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import * as pki from 'pkijs';
import type { SealMaterial } from './pkcs12.ts';

const ID_DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const HASH = 'SHA-256';

/** Returns a time-stamp token (RFC 3161) in DER for a SHA-256 digest. */
export type TimeStamp = (digest: Buffer) => Promise<Buffer>;

/** Creates a CAdES signature (ETSI EN 319 122-1) without the signing time, which the PDF contains. */
export async function signCms(
  content: Buffer,
  { privateKey, certificate, others }: SealMaterial,
  timeStamp?: TimeStamp,
): Promise<Buffer> {
  const signer = parse(certificate);
  const digest = sha256(content);
  const attribute = (type: string, value: asn1.BaseBlock) => new pki.Attribute({ type, values: [value] });
  const attributes = [
    attribute(CONTENT_TYPE, new asn1.ObjectIdentifier({ value: ID_DATA })),
    attribute(MESSAGE_DIGEST, new asn1.OctetString({ valueHex: bytesOf(digest) })),
    attribute(SIGNING_CERTIFICATE_V2, signingCertificate(certificate, signer)),
  ];
  // DER requires this order in a set.
  attributes.sort((one, other) => Buffer.compare(encoded(one.toSchema()), encoded(other.toSchema())));
  const info = new pki.SignerInfo({
    version: 1,
    sid: new pki.IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
    signedAttrs: new pki.SignedAndUnsignedAttributes({ type: 0, attributes }),
  });
  const cms = new pki.SignedData({
    version: 1,
    encapContentInfo: new pki.EncapsulatedContentInfo({ eContentType: ID_DATA }),
    signerInfos: [info],
    certificates: [signer, ...others.map(parse)],
  });
  await cms.sign(await importKey(privateKey), 0, HASH, bytesOf(content));
  if (timeStamp) {
    const token = await timeStamp(sha256(Buffer.from(info.signature.valueBlock.valueHexView)));
    info.unsignedAttrs = new pki.SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(TIME_STAMP_TOKEN, asn1.fromBER(bytesOf(token)).result)],
    });
  }
  return encoded(new pki.ContentInfo({ contentType: SIGNED_DATA, content: cms.toSchema(true) }).toSchema());
}

export function maxCmsSize({ certificate, others }: SealMaterial, isTimeStamped: boolean): number {
  const certificates = [certificate, ...others].reduce((sum, { raw }) => sum + raw.length, 0);
  return certificates + 4_096 + (isTimeStamped ? MAX_TIME_STAMP_BYTES : 0);
}

export const MAX_TIME_STAMP_BYTES = 32 * 1_024;

/** ESSCertIDv2 (RFC 5035). */
function signingCertificate({ raw }: X509Certificate, signer: pki.Certificate): asn1.Sequence {
  const issuer = new pki.GeneralName({ type: 4, value: signer.issuer }).toSchema();
  const issuerSerial = new asn1.Sequence({
    value: [new asn1.Sequence({ value: [issuer] }), signer.serialNumber],
  });
  const hash = new asn1.OctetString({ valueHex: bytesOf(sha256(raw)) });
  const id = new asn1.Sequence({ value: [hash, issuerSerial] });
  return new asn1.Sequence({ value: [new asn1.Sequence({ value: [id] })] });
}

async function importKey(key: SealMaterial['privateKey']): Promise<webcrypto.CryptoKey> {
  const algorithm =
    key.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: HASH }
      : { name: 'ECDSA', namedCurve: CURVES[key.asymmetricKeyDetails?.namedCurve ?? ''] ?? '' };
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign']);
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

export interface TimeStampRequest {
  der: Buffer;
  nonce: Buffer;
}

export function timeStampRequest(digest: Buffer): TimeStampRequest {
  // The first byte makes the nonce positive, without a leading zero.
  const nonce = Buffer.concat([Buffer.from([0x40]), randomBytes(8)]);
  const request = new pki.TimeStampReq({
    version: 1,
    messageImprint: imprintOf(digest),
    certReq: true,
    nonce: new asn1.Integer({ valueHex: bytesOf(nonce) }),
  });
  return { der: encoded(request.toSchema()), nonce };
}

export async function readTimeStamp(response: Buffer, digest: Buffer, nonce: Buffer): Promise<Buffer> {
  const { status, timeStampToken } = pki.TimeStampResp.fromBER(bytesOf(response));
  if (status.status !== pki.PKIStatus.granted && status.status !== pki.PKIStatus.grantedWithMods)
    throw new Error('the server refused the request');
  if (!timeStampToken) throw new Error('the response has no token');
  const signed = new pki.SignedData({ schema: timeStampToken.content });
  const content = signed.encapContentInfo.eContent;
  if (!content) throw new Error('the token has no content');
  const info = pki.TSTInfo.fromBER(content.getValue());
  const stampedDigest = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (!stampedDigest.equals(digest)) throw new Error('the token belongs to another signature');
  const responseNonce = Buffer.from(info.nonce?.valueBlock.valueHexView ?? []);
  if (!responseNonce.equals(nonce)) throw new Error('the token belongs to another request');
  return encoded(timeStampToken.toSchema());
}

function imprintOf(digest: Buffer): pki.MessageImprint {
  return new pki.MessageImprint({
    hashAlgorithm: new pki.AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new asn1.Null() }),
    hashedMessage: new asn1.OctetString({ valueHex: bytesOf(digest) }),
  });
}

const parse = ({ raw }: X509Certificate) => pki.Certificate.fromBER(bytesOf(raw));
const encoded = (block: asn1.BaseBlock) => Buffer.from(block.toBER(false));
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();
const bytesOf = (content: Buffer): ArrayBuffer => new Uint8Array(content).buffer;
