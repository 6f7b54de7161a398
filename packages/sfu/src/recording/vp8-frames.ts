import { payloadOf } from '../worker/rtp.ts';
import { readVp8 } from '../worker/vp8.ts';
import type { OrderedPacket } from './reorder.ts';

export interface Vp8Frame {
  data: Buffer;
  isKey: boolean;
  /** In units of 1/90,000 s. */
  timestamp: number;
  size?: { width: number; height: number };
}

/** RFC 7741. After an incomplete frame, drops all frames until a key frame. */
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
    push({ packet, missing }: OrderedPacket): Vp8Frame | undefined {
      const descriptor = readVp8(packet.bytes, packet.start);
      if (descriptor === undefined) return undefined;
      const { isStart, payloadAt } = descriptor;
      if (packet.timestamp !== timestamp) {
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
        // The lost packets may include a complete frame.
        if (!needsKey) askForKeyFrame();
        needsKey = true;
      }
      parts.push(payloadOf({ ...packet, start: payloadAt }));
      return packet.isMarked ? end() : undefined;
    },
  };
}
