import { writeSenderReport } from './rtcp.ts';
import { ahead16, type RtpPacket, rewriteRtp } from './rtp.ts';
import { createPictureNumbers, type Vp8Descriptor } from './vp8.ts';

/** One second of the largest video layer, in packets. */
const BUFFERED_PACKETS = 512;
/** Without limits, a slow link carried only retransmissions. */
const MAX_RESENT = 3;
const RESEND_INTERVAL_MS = 60;
const RESENT_SHARE = 0.25;
const MAX_RESENT_BYTES = 32_000;
export type SendBytes = (bytes: Buffer) => void;

/** At a switch of the source, sequence numbers have no gap, and timestamps continue to advance with time. */
export interface Downstream {
  readonly ssrc: number;
  readonly current: number | null;
  stop(): void;
  begin(packet: RtpPacket, descriptor: Vp8Descriptor | undefined, now: number): void;
  forward(packet: RtpPacket, descriptor: Vp8Descriptor | undefined, now: number): void;
  resend(sequences: readonly number[], now: number): void;
  readonly counts: { sent: number; missed: number };
  report(ntp: Buffer, timestamp: number): void;
}

export function createDownstream(
  ssrc: number,
  payloadType: number,
  clockRate: number,
  send: SendBytes,
): Downstream {
  const buffer: (Buffer | undefined)[] = new Array(BUFFERED_PACKETS).fill(undefined);
  const resendCounts = new Uint8Array(BUFFERED_PACKETS);
  const resentAt = new Float64Array(BUFFERED_PACKETS);
  const isMissed = new Uint8Array(BUFFERED_PACKETS);
  let resendBudget = MAX_RESENT_BYTES;
  const pictures = createPictureNumbers();
  let current: number | null = null;
  let sequenceOffset = 0;
  let timestampOffset = 0;
  let lastSequence = (ssrc * 7) & 0x7fff;
  let lastTimestamp = ssrc >>> 1;
  let lastAt = 0;
  let first = 0;
  let packets = 0;
  let missed = 0;
  let octets = 0;

  return {
    ssrc,
    get current() {
      return current;
    },
    stop() {
      current = null;
    },
    begin(packet, descriptor, now) {
      current = packet.ssrc;
      buffer.fill(undefined);
      first = packet.sequence;
      sequenceOffset = (lastSequence + 1 - packet.sequence) & 0xffff;
      const passed = lastAt === 0 ? 0 : Math.max(1, Math.round(((now - lastAt) * clockRate) / 1_000));
      timestampOffset = (lastTimestamp + passed - packet.timestamp) >>> 0;
      if (descriptor) pictures.switchTo(packet.bytes, descriptor);
    },
    forward(packet, descriptor, now) {
      const ahead = ahead16(packet.sequence, first);
      if (ahead < 0) return;
      if (ahead > 8_192) first = (packet.sequence - 4_096) & 0xffff;
      const sequence = (packet.sequence + sequenceOffset) & 0xffff;
      const timestamp = (packet.timestamp + timestampOffset) >>> 0;
      const bytes = rewriteRtp(packet, { payloadType, sequence, timestamp, ssrc });
      if (descriptor) pictures.write(bytes, packet.bytes, descriptor, packet.start - 12);
      buffer[sequence % BUFFERED_PACKETS] = bytes;
      resendCounts[sequence % BUFFERED_PACKETS] = 0;
      isMissed[sequence % BUFFERED_PACKETS] = 0;
      resendBudget = Math.min(MAX_RESENT_BYTES, resendBudget + RESENT_SHARE * bytes.length);
      if (ahead16(sequence, lastSequence) > 0) {
        lastSequence = sequence;
        lastTimestamp = timestamp;
        lastAt = now;
      }
      packets++;
      octets += bytes.length - 12;
      send(bytes);
    },
    resend(sequences, now) {
      for (const sequence of sequences) {
        const at = sequence % BUFFERED_PACKETS;
        const bytes = buffer[at];
        if (bytes?.readUInt16BE(2) !== sequence) continue;
        if (!isMissed[at]) {
          isMissed[at] = 1;
          missed++;
        }
        const times = resendCounts[at] as number;
        const isTooSoon = times > 0 && now - (resentAt[at] as number) < RESEND_INTERVAL_MS;
        if (times === MAX_RESENT || isTooSoon || bytes.length > resendBudget) continue;
        resendCounts[at] = times + 1;
        resentAt[at] = now;
        resendBudget -= bytes.length;
        send(bytes);
      }
    },
    get counts() {
      return { sent: packets, missed };
    },
    report(ntp, timestamp) {
      if (packets === 0) return;
      send(writeSenderReport(ssrc, { ntp, timestamp: (timestamp + timestampOffset) >>> 0, packets, octets }));
    },
  };
}
