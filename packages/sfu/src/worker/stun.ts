import { createHmac, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const HEADER_BYTES = 20;
const MAGIC_COOKIE = 0x2112a442;
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const USERNAME = 0x0006;
const MESSAGE_INTEGRITY = 0x0008;
const XOR_MAPPED_ADDRESS = 0x0020;
const ICE_CONTROLLED = 0x8029;
const ICE_CONTROLLING = 0x802a;
const FINGERPRINT = 0x8028;
const FINGERPRINT_XOR = 0x5354554e;
const INTEGRITY_BYTES = 20;
const MAX_ATTRIBUTES = 32;

interface SignedMessage {
  integrityAt: number;
  fingerprintAt: number | undefined;
}

export interface BindingRequest extends SignedMessage {
  ufrag: string;
  tiebreakerAt: number;
  hasZeroTiebreaker: boolean;
}

/** RFC 7983. */
export function isStun(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && (bytes[0] as number) < 4 && bytes.readUInt32BE(4) === MAGIC_COOKIE;
}

type Attributes = Map<number, { from: number; length: number }>;

/** Returns undefined for a malformed message, or if anything but a fingerprint follows the signature. */
function readSigned(bytes: Buffer, messageType: number): (SignedMessage & { at: Attributes }) | undefined {
  if (!isStun(bytes) || bytes.readUInt16BE(0) !== messageType) return undefined;
  if (bytes.readUInt16BE(2) !== bytes.length - HEADER_BYTES || bytes.length % 4 !== 0) return undefined;
  const at: Attributes = new Map();
  let previous = 0;
  for (let offset = HEADER_BYTES; offset < bytes.length; ) {
    if (at.size === MAX_ATTRIBUTES) return undefined;
    const type = bytes.readUInt16BE(offset);
    const length = bytes.readUInt16BE(offset + 2);
    const from = offset + 4;
    if (from + length > bytes.length || at.has(type) || previous === FINGERPRINT) return undefined;
    if (previous === MESSAGE_INTEGRITY && type !== FINGERPRINT) return undefined;
    at.set(type, { from, length });
    previous = type;
    offset = from + ((length + 3) & ~3);
  }
  const integrity = at.get(MESSAGE_INTEGRITY);
  const fingerprint = at.get(FINGERPRINT);
  if (integrity?.length !== INTEGRITY_BYTES || (fingerprint && fingerprint.length !== 4)) return undefined;
  return { at, integrityAt: integrity.from, fingerprintAt: fingerprint?.from };
}

export function readBindingRequest(bytes: Buffer): BindingRequest | undefined {
  const message = readSigned(bytes, BINDING_REQUEST);
  if (message === undefined) return undefined;
  const { at, integrityAt, fingerprintAt } = message;
  const username = at.get(USERNAME);
  const role = at.get(ICE_CONTROLLED) ?? at.get(ICE_CONTROLLING);
  if (!username || role?.length !== 8 || (at.has(ICE_CONTROLLED) && at.has(ICE_CONTROLLING)))
    return undefined;
  const [ufrag = ''] = bytes.toString('latin1', username.from, username.from + username.length).split(':');
  const hasZeroTiebreaker = bytes.readBigUInt64BE(role.from) === 0n;
  return { ufrag, tiebreakerAt: role.from, hasZeroTiebreaker, integrityAt, fingerprintAt };
}

function signatureOf(bytes: Buffer, { integrityAt }: SignedMessage, password: string): Buffer {
  const signed = Buffer.from(bytes.subarray(0, integrityAt - 4));
  signed.writeUInt16BE(integrityAt + INTEGRITY_BYTES - HEADER_BYTES, 2);
  return createHmac('sha1', password).update(signed).digest();
}

function sign(bytes: Buffer, message: SignedMessage, password: string): void {
  signatureOf(bytes, message, password).copy(bytes, message.integrityAt);
  if (message.fingerprintAt === undefined) return;
  const sum = crc32(bytes.subarray(0, message.fingerprintAt - 4)) ^ FINGERPRINT_XOR;
  bytes.writeUInt32BE(sum >>> 0, message.fingerprintAt);
}

export function isSignedWith(bytes: Buffer, request: BindingRequest, password: string): boolean {
  const signature = bytes.subarray(request.integrityAt, request.integrityAt + INTEGRITY_BYTES);
  return timingSafeEqual(signature, signatureOf(bytes, request, password));
}

/** Like 0, the tiebreaker 1 loses role conflicts. */
export function withTiebreaker(bytes: Buffer, request: BindingRequest, password: string): Buffer {
  const written = Buffer.from(bytes);
  written.writeBigUInt64BE(1n, request.tiebreakerAt);
  sign(written, request, password);
  return written;
}

export function withMappedAddress(bytes: Buffer, address: Buffer, port: number, password: string): Buffer {
  const message = readSigned(bytes, BINDING_SUCCESS);
  const mapped = message?.at.get(XOR_MAPPED_ADDRESS);
  if (!message || mapped?.length !== 4 + address.length) return bytes;
  const written = Buffer.from(bytes);
  written.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), mapped.from + 2);
  // The mask is the magic cookie, then the transaction id.
  for (const [index, byte] of address.entries())
    written[mapped.from + 4 + index] = byte ^ (bytes[4 + index] as number);
  sign(written, message, password);
  return written;
}
