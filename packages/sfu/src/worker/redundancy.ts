import { isRtcp } from './rtp.ts';

/** Losses recur, so redundancy stays on. */
const PROTECTED_MS = 20_000;
const HEADER_BYTES = 12;
/** Limits of the block header's fields (RFC 2198). */
const MAX_OFFSET = 0x3fff;
const MAX_BLOCK_BYTES = 0x3ff;

export interface Redundancy {
  send(bytes: Buffer): void;
  protect(now: number): void;
  readonly isOn: boolean;
}

/**
 * Retransmitted audio would be too late, so viewers with packet loss receive all audio twice, 20 ms apart.
 */
export function createRedundancy(
  payloadType: number,
  send: (bytes: Buffer) => void,
  now: () => number,
): Redundancy {
  let until = 0;
  let before: Buffer | undefined;

  function combine(bytes: Buffer, previous: Buffer): Buffer | undefined {
    const isNext = ((previous.readUInt16BE(2) + 1) & 0xffff) === bytes.readUInt16BE(2);
    const offset = (bytes.readUInt32BE(4) - previous.readUInt32BE(4)) >>> 0;
    const block = previous.subarray(HEADER_BYTES);
    if (!isNext || offset > MAX_OFFSET || block.length === 0 || block.length > MAX_BLOCK_BYTES)
      return undefined;
    const head = Buffer.alloc(HEADER_BYTES + 5);
    bytes.copy(head, 0, 0, HEADER_BYTES);
    head[1] = ((bytes[1] as number) & 0x80) | payloadType;
    head.writeUInt32BE(
      (((0x80 | ((previous[1] as number) & 0x7f)) << 24) | (offset << 10) | block.length) >>> 0,
      HEADER_BYTES,
    );
    head[HEADER_BYTES + 4] = (bytes[1] as number) & 0x7f;
    return Buffer.concat([head, block, bytes.subarray(HEADER_BYTES)]);
  }

  return {
    send(bytes) {
      const isPadded = ((bytes[0] as number) & 0x20) !== 0;
      if (isRtcp(bytes) || isPadded) {
        send(bytes);
        return;
      }
      const previous = before;
      before = now() < until ? bytes : undefined;
      send((before && previous && combine(bytes, previous)) ?? bytes);
    },
    protect(at) {
      until = at + PROTECTED_MS;
    },
    get isOn() {
      return now() < until;
    },
  };
}
