import { EncodedPacketSink, type InputTrack } from 'mediabunny';
import { Unreadable } from '../unreadable.ts';

/** When a track has packets, in seconds. */
export interface Survey {
  first: number;
  /** Of the last packet that is whole. */
  last: number;
  /** Where a player can begin: of sound at any packet, so there are none. */
  keys: readonly number[];
}

/** A recording that a browser had no time to end breaks off in a packet: up to there it is good. */
export async function* wholePackets(track: InputTrack, options: { metadataOnly?: boolean } = {}) {
  const packets = new EncodedPacketSink(track).packets(undefined, undefined, options);
  let count = 0;
  while (true) {
    const next = await packets.next().catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined || count === 0) throw error;
      return undefined;
    });
    if (next === undefined || next.done) return;
    count++;
    yield next.value;
  }
}

/**
 * Reads the times of all packets of a track. Throws Unreadable for times that no recording has: beyond `maxSeconds`, or
 * none at all.
 */
export async function surveyTrack(track: InputTrack, maxSeconds: number): Promise<Survey> {
  const keys: number[] = [];
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for await (const { timestamp, type } of wholePackets(track, { metadataOnly: true })) {
    if (!(Math.abs(timestamp) <= maxSeconds)) throw new Unreadable('the recording lasts longer than it may');
    first = Math.min(first, timestamp);
    last = Math.max(last, timestamp);
    if (type === 'key' && track.isVideoTrack()) keys.push(timestamp);
  }
  if (last < first) throw new Unreadable('there is nothing in the recording');
  if (track.isVideoTrack() && keys.length === 0) throw new Unreadable('the recording has no whole picture');
  return { first, last, keys };
}

/** The time among `times`, which is not empty, that is nearest to one. */
export function nearestTime(times: readonly number[], wanted: number): number {
  return times.reduce((best, each) => (Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best));
}
