import { isRtcp } from './rtp.ts';

/** Twice as much sound is sent for so long after a loss was told: what is lost once is lost again. */
const PROTECTED_MS = 20_000;
const HEADER_BYTES = 12;
/** What fits the fields of a block's head (RFC 2198). */
const MAX_OFFSET = 0x3fff;
const MAX_BLOCK_BYTES = 0x3ff;

/** Sends sound so that a packet that is lost is in the next one too (RFC 2198). */
export interface Redundancy {
  send(bytes: Buffer): void;
  /** Packets are lost: from now on each carries the one before. */
  protect(now: number): void;
  readonly isOn: boolean;
}

/**
 * Sound cannot wait until what is lost was asked for and has come again; it is sent twice instead, 20 ms apart, to those who
 * lose some of it.
 * @param payloadType what such packets are called
 */
export function createRedundancy(
  payloadType: number,
  send: (bytes: Buffer) => void,
  now: () => number,
): Redundancy {
  let until = 0;
  let before: Buffer | undefined;

  /** The packet with the one before in it; undefined where that one is not the one before, or does not fit. */
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
