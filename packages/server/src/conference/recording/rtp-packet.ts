/** What is read of an RTP packet (RFC 3550, section 5.1). */
export interface RtpPacket {
  sequence: number;
  /** In units of the codec's clock. */
  timestamp: number;
  /** Of a video frame the last packet. */
  isMarked: boolean;
  payload: Buffer;
}

const FIXED_BYTES = 12;

/** Reads an RTP packet; undefined for what is none, or has no payload. */
export function readRtpPacket(packet: Buffer): RtpPacket | undefined {
  if (packet.length < FIXED_BYTES) return undefined;
  const flags = packet.readUInt8(0);
  if (flags >> 6 !== 2) return undefined;
  let start = FIXED_BYTES + (flags & 0x0f) * 4;
  if ((flags & 0x10) !== 0) {
    if (packet.length < start + 4) return undefined;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = (flags & 0x20) !== 0 ? packet.readUInt8(packet.length - 1) : 0;
  const end = packet.length - padding;
  if (start >= end) return undefined;
  return {
    isMarked: (packet.readUInt8(1) & 0x80) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    payload: packet.subarray(start, end),
  };
}
