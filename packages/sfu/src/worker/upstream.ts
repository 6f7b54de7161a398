import { type Reception, writeNack } from './rtcp.ts';
import { ahead16, type RtpPacket } from './rtp.ts';

/** If more packets are missing, a key frame is faster than retransmissions. */
const MAX_MISSING = 128;
const MAX_REQUESTS = 6;
const REQUEST_INTERVAL_MS = 60;
/** The browser stopped a stream that is silent for this long, for lack of bandwidth. */
const SILENT_MS = 1_000;

export interface Upstream {
  readonly ssrc: number;
  receive(packet: RtpPacket, now: number): boolean;
  isAlive(now: number): boolean;
  /** `middle` is the middle 32 bits of the report's NTP time. */
  onSenderReport(middle: number, now: number): void;
  missing(now: number): { nack?: Buffer; isTooMuch: boolean };
  report(now: number): Reception;
  readonly lost: number;
}

export function createUpstream(ssrc: number, clockRate: number, requestsMissing: boolean): Upstream {
  let base = -1;
  let cycles = 0;
  let highest = 0;
  let received = 0;
  let expectedBefore = 0;
  let receivedBefore = 0;
  let transit = 0;
  let jitter = 0;
  let lastPacketAt = 0;
  let lost = 0;
  let report = { middle: 0, at: 0 };
  const missing = new Map<number, { requests: number; at: number }>();
  const seen = new Uint8Array(65_536 / 8);
  const mark = (sequence: number, isSeen: boolean) => {
    const at = sequence >> 3;
    const bit = 1 << (sequence & 7);
    seen[at] = isSeen ? (seen[at] as number) | bit : (seen[at] as number) & ~bit;
  };
  const has = (sequence: number) => ((seen[sequence >> 3] as number) & (1 << (sequence & 7))) !== 0;

  return {
    ssrc,
    receive({ sequence, timestamp }, now) {
      lastPacketAt = now;
      if (base < 0) {
        base = sequence;
        highest = (sequence - 1) & 0xffff;
      }
      const ahead = ahead16(sequence, highest);
      if (ahead > 0) {
        if (ahead > MAX_MISSING * 4) missing.clear();
        for (let step = 1; step < ahead && step < 4_096; step++) {
          const between = (highest + step) & 0xffff;
          mark(between, false);
          if (requestsMissing && ahead <= MAX_MISSING * 4) missing.set(between, { requests: 0, at: 0 });
        }
        if (sequence < highest) cycles += 65_536;
        highest = sequence;
      } else if (has(sequence) || ahead < -4_096) return false;
      mark(sequence, true);
      missing.delete(sequence);
      received++;
      const arrived = (now * clockRate) / 1_000 - timestamp;
      const moved = Math.abs(arrived - transit);
      transit = arrived;
      if (moved < clockRate) jitter += (moved - jitter) / 16;
      return true;
    },
    isAlive: (now) => now - lastPacketAt < SILENT_MS,
    onSenderReport(middle, now) {
      report = { middle, at: now };
    },
    missing(now) {
      const sequences: number[] = [];
      for (const [sequence, state] of missing) {
        if (state.requests >= MAX_REQUESTS) missing.delete(sequence);
        else if (now - state.at >= REQUEST_INTERVAL_MS) {
          state.requests++;
          state.at = now;
          sequences.push(sequence);
        }
      }
      if (missing.size > MAX_MISSING) {
        missing.clear();
        return { isTooMuch: true };
      }
      return sequences.length === 0
        ? { isTooMuch: false }
        : { nack: writeNack(ssrc, sequences), isTooMuch: false };
    },
    report(now) {
      const expected = base < 0 ? 0 : cycles + highest - base + 1;
      const expectedNow = expected - expectedBefore;
      const receivedNow = received - receivedBefore;
      expectedBefore = expected;
      receivedBefore = received;
      lost = expectedNow > 0 ? Math.max(0, (expectedNow - receivedNow) / expectedNow) : 0;
      return {
        ssrc,
        lost,
        totalLost: expected - received,
        highest: cycles + highest,
        jitter,
        lastReport: report.middle,
        sinceLastReport: report.at === 0 ? 0 : ((now - report.at) / 1_000) * 65_536,
      };
    },
    get lost() {
      return lost;
    },
  };
}
