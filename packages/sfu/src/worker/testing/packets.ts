import { type RtpPacket, readRtp } from '../rtp.ts';
import { readVp8, type Vp8Descriptor } from '../vp8.ts';

export interface PacketOptions {
  ssrc: number;
  sequence: number;
  timestamp?: number;
  payloadType?: number;
  isMarked?: boolean;
  payload?: Buffer;
  extensions?: Record<number, Buffer>;
}

export function writeRtp({ ssrc, sequence, ...more }: PacketOptions): Buffer {
  const { timestamp = 0, payloadType = 96, isMarked = false, payload = Buffer.from([1]), extensions } = more;
  const head = Buffer.alloc(12);
  head[0] = extensions ? 0x90 : 0x80;
  head[1] = payloadType | (isMarked ? 0x80 : 0);
  head.writeUInt16BE(sequence & 0xffff, 2);
  head.writeUInt32BE(timestamp >>> 0, 4);
  head.writeUInt32BE(ssrc >>> 0, 8);
  if (extensions === undefined) return Buffer.concat([head, payload]);
  const values = Object.entries(extensions).flatMap(([id, value]) => [
    Buffer.from([(Number(id) << 4) | (value.length - 1)]),
    value,
  ]);
  const length = values.reduce((sum, each) => sum + each.length, 0);
  const padded = Buffer.concat([...values, Buffer.alloc((4 - (length % 4)) % 4)]);
  const extensionHead = Buffer.from([0xbe, 0xde, 0, padded.length / 4]);
  return Buffer.concat([head, extensionHead, padded, payload]);
}

export function rtp(options: PacketOptions): RtpPacket {
  const read = readRtp(writeRtp(options));
  if (read === undefined) throw new Error('the packet is not RTP');
  return read;
}

export function vp8Payload(picture: number, { isKey = false, isStart = true, bytes = 6 } = {}): Buffer {
  const descriptor = [0x80 | (isStart ? 0x10 : 0), 0xc0, 0x80 | ((picture >> 8) & 0x7f), picture & 0xff];
  return Buffer.concat([
    Buffer.from([...descriptor, picture & 0xff, isStart && isKey ? 0 : 1]),
    Buffer.alloc(Math.max(0, bytes - 6), 7),
  ]);
}

export function vp8Packet(
  options: PacketOptions & { picture: number; isKey?: boolean; bytes?: number },
): RtpPacket & { descriptor: Vp8Descriptor } {
  const packet = rtp({ ...options, payload: vp8Payload(options.picture, options) });
  const descriptor = readVp8(packet.bytes, packet.start);
  if (descriptor === undefined) throw new Error('the payload is not VP8');
  return { ...packet, descriptor };
}

export function writeKeyFrameRequest(kind: 'PLI' | 'FIR', ssrc: number): Buffer {
  const bytes = Buffer.alloc(kind === 'PLI' ? 12 : 20);
  bytes[0] = 0x80 | (kind === 'PLI' ? 1 : 4);
  bytes[1] = 206;
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2);
  bytes.writeUInt32BE(99, 4);
  bytes.writeUInt32BE(kind === 'PLI' ? ssrc : 0, 8);
  if (kind === 'FIR') bytes.writeUInt32BE(ssrc, 12);
  return bytes;
}
