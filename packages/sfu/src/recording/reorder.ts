import { ahead16, type RtpPacket } from '../worker/rtp.ts';

/** A retransmitted packet arrives within this time or not at all. */
const MAX_WAIT_MS = 500;
/** A larger jump means that a new sequence has begun. */
const MAX_DISTANCE = 2_000;
const SEQUENCE_RANGE = 0x1_0000;

/** Number of packets that were lost directly before `packet`. */
export interface OrderedPacket {
  packet: RtpPacket;
  missing: number;
}

export function createReorder() {
  const buffered = new Map<number, { packet: RtpPacket; at: number }>();
  let next: number | undefined;

  function take(missing: number): OrderedPacket[] {
    const ready: OrderedPacket[] = [];
    for (let entry = buffered.get(next ?? -1); entry && next !== undefined; entry = buffered.get(next)) {
      buffered.delete(next);
      ready.push({ packet: entry.packet, missing: ready.length === 0 ? missing : 0 });
      next = (next + 1) % SEQUENCE_RANGE;
    }
    return ready;
  }

  function skip(): OrderedPacket[] {
    const ahead = Math.min(...[...buffered.keys()].map((sequence) => ahead16(sequence, next ?? sequence)));
    next = ((next ?? 0) + ahead) % SEQUENCE_RANGE;
    return take(ahead);
  }

  return {
    push(packet: RtpPacket, at: number): OrderedPacket[] {
      next ??= packet.sequence;
      const ahead = ahead16(packet.sequence, next);
      if (ahead < 0 && ahead > -MAX_DISTANCE) return [];
      if (ahead >= MAX_DISTANCE || ahead <= -MAX_DISTANCE) {
        const before = this.flush();
        next = packet.sequence;
        buffered.set(packet.sequence, { packet, at });
        return [...before, ...take(1)];
      }
      buffered.set(packet.sequence, { packet, at });
      const ready = take(0);
      const oldest = buffered.values().next().value;
      if (oldest && at - oldest.at > MAX_WAIT_MS) ready.push(...skip());
      return ready;
    },
    flush(): OrderedPacket[] {
      const ready: OrderedPacket[] = [];
      while (buffered.size > 0) ready.push(...skip());
      return ready;
    },
  };
}
