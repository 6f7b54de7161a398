/** RFC 3550, section 5.1. The payload begins at `start`. */
export interface RtpPacket {
  readonly bytes: Buffer;
  readonly payloadType: number;
  readonly isMarked: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly start: number;
}

/** RFC 5761. */
export function isRtcp(bytes: Buffer): boolean {
  const type = bytes[1] ?? 0;
  return bytes.length >= 8 && type >= 192 && type <= 223;
}

export function readRtp(bytes: Buffer): RtpPacket | undefined {
  const first = bytes[0] ?? 0;
  if (bytes.length < 12 || first >> 6 !== 2) return undefined;
  let start = 12 + 4 * (first & 15);
  if (first & 0x10) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + 4 * bytes.readUInt16BE(start + 2);
  }
  if (start > bytes.length) return undefined;
  const second = bytes[1] as number;
  return {
    bytes,
    payloadType: second & 0x7f,
    isMarked: second > 0x7f,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    start,
  };
}

/** A probing packet has only padding. */
export function payloadOf({ bytes, start }: RtpPacket): Buffer {
  const padding = (bytes[0] as number) & 0x20 ? (bytes.at(-1) ?? 0) : 0;
  return bytes.subarray(start, Math.max(start, bytes.length - padding));
}

/** Reads both header formats of RFC 8285. */
export function findExtension({ bytes }: RtpPacket, id: number): Buffer | undefined {
  const first = bytes[0] as number;
  if (!(first & 0x10)) return undefined;
  let at = 12 + 4 * (first & 15);
  const isOneByte = bytes.readUInt16BE(at) === 0xbede;
  const end = at + 4 + 4 * bytes.readUInt16BE(at + 2);
  at += 4;
  while (at < end) {
    const head = bytes[at] as number;
    if (head === 0) {
      at++;
      continue;
    }
    const extensionId = isOneByte ? head >> 4 : head;
    const length = isOneByte ? (head & 15) + 1 : (bytes[at + 1] ?? 0);
    at += isOneByte ? 1 : 2;
    if (extensionId === id) return at + length <= end ? bytes.subarray(at, at + length) : undefined;
    at += length;
  }
  return undefined;
}

export interface OutgoingHeader {
  payloadType: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
}

/** Header extensions have ids that apply only to the sender's connection. */
export function rewriteRtp(packet: RtpPacket, header: OutgoingHeader): Buffer {
  const { bytes, start, isMarked } = packet;
  const written = Buffer.allocUnsafe(12 + bytes.length - start);
  written[0] = 0x80 | ((bytes[0] as number) & 0x20);
  written[1] = header.payloadType | (isMarked ? 0x80 : 0);
  written.writeUInt16BE(header.sequence, 2);
  written.writeUInt32BE(header.timestamp, 4);
  written.writeUInt32BE(header.ssrc, 8);
  bytes.copy(written, 12, start);
  return written;
}

export function ahead16(number: number, of: number): number {
  return (((number - of) & 0xffff) << 16) >> 16;
}
