export interface ReportBlock {
  ssrc: number;
  /** Fraction of lost packets since the last report, 0 to 1. */
  lost: number;
}

export type RtcpMessage =
  | { type: 'sender_report'; ssrc: number; ntp: Buffer; timestamp: number }
  | { type: 'receiver_report'; blocks: ReportBlock[] }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'key_frame'; ssrc: number };

const MAX_NACKED = 256;

export function readRtcp(bytes: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const first = bytes[at] as number;
    const type = bytes[at + 1] as number;
    const end = at + 4 + 4 * bytes.readUInt16BE(at + 2);
    if (first >> 6 !== 2 || end > bytes.length || end - at < 8) break;
    readOne(bytes.subarray(at, end), type, first & 31, messages);
    at = end;
  }
  return messages;
}

function readOne(part: Buffer, type: number, count: number, messages: RtcpMessage[]): void {
  const ssrc = part.readUInt32BE(4);
  if (type === 200 && part.length >= 28) {
    messages.push({
      type: 'sender_report',
      ssrc,
      ntp: part.subarray(8, 16),
      timestamp: part.readUInt32BE(16),
    });
    messages.push({ type: 'receiver_report', blocks: readBlocks(part, 28, count) });
  } else if (type === 201) {
    messages.push({ type: 'receiver_report', blocks: readBlocks(part, 8, count) });
  } else if (type === 205 && count === 1 && part.length >= 16) {
    const sequences: number[] = [];
    for (let at = 12; at + 4 <= part.length && sequences.length < MAX_NACKED; at += 4) {
      const first = part.readUInt16BE(at);
      const others = part.readUInt16BE(at + 2);
      sequences.push(first);
      for (let bit = 0; bit < 16; bit++) if (others & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
    }
    messages.push({ type: 'nack', ssrc: part.readUInt32BE(8), sequences });
  } else if (type === 206 && count === 1 && part.length >= 12) {
    messages.push({ type: 'key_frame', ssrc: part.readUInt32BE(8) });
  } else if (type === 206 && count === 4 && part.length >= 20) {
    messages.push({ type: 'key_frame', ssrc: part.readUInt32BE(12) });
  }
}

function readBlocks(part: Buffer, start: number, count: number): ReportBlock[] {
  const blocks: ReportBlock[] = [];
  for (let each = 0, at = start; each < count && at + 24 <= part.length; each++, at += 24)
    blocks.push({ ssrc: part.readUInt32BE(at), lost: (part[at + 4] as number) / 256 });
  return blocks;
}

const OWN_SSRC = 1;

function head(type: number, count: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes[0] = 0x80 | count;
  bytes[1] = type;
  bytes.writeUInt16BE(length / 4 - 1, 2);
  bytes.writeUInt32BE(OWN_SSRC, 4);
  return bytes;
}

export function writePli(ssrc: number): Buffer {
  const bytes = head(206, 1, 12);
  bytes.writeUInt32BE(ssrc, 8);
  return bytes;
}

/** RFC 4585, section 6.2.1. `sequences` are ascending. */
export function writeNack(ssrc: number, sequences: readonly number[]): Buffer {
  const parts: [number, number][] = [];
  for (const sequence of sequences) {
    const last = parts.at(-1);
    const distance = last === undefined ? 0 : (sequence - last[0]) & 0xffff;
    if (last !== undefined && distance >= 1 && distance <= 16) last[1] |= 1 << (distance - 1);
    else parts.push([sequence, 0]);
  }
  const bytes = head(205, 1, 12 + 4 * parts.length);
  bytes.writeUInt32BE(ssrc, 8);
  parts.forEach(([first, others], index) => {
    bytes.writeUInt16BE(first, 12 + 4 * index);
    bytes.writeUInt16BE(others, 14 + 4 * index);
  });
  return bytes;
}

export interface Reception {
  ssrc: number;
  lost: number;
  totalLost: number;
  highest: number;
  jitter: number;
  lastReport: number;
  sinceLastReport: number;
}

export function writeReceiverReport(receptions: readonly Reception[]): Buffer {
  const bytes = head(201, receptions.length, 8 + 24 * receptions.length);
  receptions.forEach((each, index) => {
    const at = 8 + 24 * index;
    bytes.writeUInt32BE(each.ssrc, at);
    bytes.writeUInt32BE(Math.min(0x7fffff, Math.max(0, each.totalLost)), at + 4);
    bytes[at + 4] = Math.min(255, Math.round(each.lost * 256));
    bytes.writeUInt32BE(each.highest >>> 0, at + 8);
    bytes.writeUInt32BE(Math.round(each.jitter) >>> 0, at + 12);
    bytes.writeUInt32BE(each.lastReport >>> 0, at + 16);
    bytes.writeUInt32BE(each.sinceLastReport >>> 0, at + 20);
  });
  return bytes;
}

/** draft-alvestrand-rmcat-remb. Limits the sum of several streams. */
export function writeRemb(ssrcs: readonly number[], bitsPerSecond: number): Buffer {
  const bytes = head(206, 15, 20 + 4 * ssrcs.length);
  bytes.write('REMB', 12, 'latin1');
  let exponent = 0;
  let mantissa = Math.round(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent++;
  }
  bytes.writeUInt32BE(((ssrcs.length << 24) | (exponent << 18) | mantissa) >>> 0, 16);
  ssrcs.forEach((ssrc, index) => {
    bytes.writeUInt32BE(ssrc, 20 + 4 * index);
  });
  return bytes;
}

export function writeSenderReport(
  ssrc: number,
  { ntp, timestamp, packets, octets }: { ntp: Buffer; timestamp: number; packets: number; octets: number },
): Buffer {
  const bytes = head(200, 0, 28);
  bytes.writeUInt32BE(ssrc, 4);
  ntp.copy(bytes, 8);
  bytes.writeUInt32BE(timestamp, 16);
  bytes.writeUInt32BE(packets >>> 0, 20);
  bytes.writeUInt32BE(octets >>> 0, 24);
  return bytes;
}
