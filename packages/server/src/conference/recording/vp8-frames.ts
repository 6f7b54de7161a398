import type { OrderedPacket } from './reorder.ts';

/** A whole frame of VP8, as a file has it. */
export interface Vp8Frame {
  data: Buffer;
  isKey: boolean;
  /** Of the packets, in units of 1/90,000 s. */
  timestamp: number;
  /** In pixels; of a key frame alone. */
  size?: { width: number; height: number };
}

/**
 * Puts frames of VP8 together from packets in order (RFC 7741). A frame of which something is missing is left out, and all
 * that follow it up to the next key frame, for which is asked.
 * @param askForKeyFrame is called when nothing can go on without one
 */
export function createVp8Frames(askForKeyFrame: () => void) {
  let parts: Buffer[] = [];
  let timestamp = -1;
  let isBroken = false;
  let needsKey = true;

  function end(): Vp8Frame | undefined {
    const data = Buffer.concat(parts);
    parts = [];
    if (isBroken || data.length < 10) {
      if (!needsKey) askForKeyFrame();
      needsKey = true;
      return undefined;
    }
    const isKey = (data.readUInt8(0) & 1) === 0;
    if (needsKey && !isKey) return undefined;
    needsKey = false;
    if (!isKey) return { data, isKey, timestamp };
    const size = { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
    return { data, isKey, timestamp, size };
  }

  return {
    /** @returns the frame that this packet ends, if it ends one */
    push({ packet, missing }: OrderedPacket): Vp8Frame | undefined {
      const part = readPart(packet.payload);
      if (part === undefined) return undefined;
      if (packet.timestamp !== timestamp) {
        // What came before never got its end.
        if (parts.length > 0 && !needsKey) {
          needsKey = true;
          askForKeyFrame();
        }
        parts = [];
        timestamp = packet.timestamp;
        isBroken = !part.isStart;
      }
      if (missing > 0) {
        isBroken ||= !part.isStart;
        // Whether a whole frame was lost between two cannot be told.
        if (!needsKey) askForKeyFrame();
        needsKey = true;
      }
      parts.push(part.data);
      return packet.isMarked ? end() : undefined;
    },
  };
}

/** What a packet has of a frame, without its descriptor. */
function readPart(payload: Buffer): { data: Buffer; isStart: boolean } | undefined {
  const first = payload.readUInt8(0);
  let start = 1;
  if ((first & 0x80) !== 0) {
    if (payload.length < 2) return undefined;
    const extended = payload.readUInt8(1);
    start = 2;
    if ((extended & 0x80) !== 0)
      start += payload.length > start && (payload.readUInt8(start) & 0x80) !== 0 ? 2 : 1;
    if ((extended & 0x40) !== 0) start++;
    if ((extended & 0x30) !== 0) start++;
  }
  if (start >= payload.length) return undefined;
  return { data: payload.subarray(start), isStart: (first & 0x10) !== 0 && (first & 0x07) === 0 };
}
