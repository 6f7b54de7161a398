import { payloadOf } from '../worker/rtp.ts';
import { readVp8 } from '../worker/vp8.ts';
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
      const descriptor = readVp8(packet.bytes, packet.start);
      if (descriptor === undefined) return undefined;
      const { isStart, payloadAt } = descriptor;
      if (packet.timestamp !== timestamp) {
        // What came before never got its end.
        if (parts.length > 0 && !needsKey) {
          needsKey = true;
          askForKeyFrame();
        }
        parts = [];
        timestamp = packet.timestamp;
        isBroken = !isStart;
      }
      if (missing > 0) {
        isBroken ||= !isStart;
        // Whether a whole frame was lost between two cannot be told.
        if (!needsKey) askForKeyFrame();
        needsKey = true;
      }
      parts.push(payloadOf({ ...packet, start: payloadAt }));
      return packet.isMarked ? end() : undefined;
    },
  };
}
