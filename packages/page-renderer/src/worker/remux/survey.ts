import {
  EncodedPacketSink,
  type Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
} from 'mediabunny';
import { withContainer } from '../container.ts';
import { sourceFile } from '../source-file.ts';
import { Unreadable } from '../unreadable.ts';

/** Times are packet timestamps in seconds. */
export interface Recording {
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
  origin: number;
  last: number;
  keys: readonly number[];
}

export async function readRecording<T>(path: string, work: (input: Input) => Promise<T>): Promise<T> {
  const file = await sourceFile(path, '');
  if (file.size === 0) throw new Unreadable('the recording is empty');
  try {
    return await withContainer(file, work);
  } catch (error) {
    const isOurs = error instanceof Unreadable || (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs ? error : new Unreadable('the recording is damaged', { cause: error });
  }
}

export async function surveyRecording(input: Input, maxMs: number): Promise<Recording> {
  const tracks = { video: await input.getPrimaryVideoTrack(), audio: await input.getPrimaryAudioTrack() };
  const surveys = [];
  for (const track of [tracks.video, tracks.audio])
    if (track) surveys.push(await surveyTrack(track, maxMs / 1000));
  const [leading] = surveys;
  if (leading === undefined) throw new Unreadable('there is neither picture nor sound in it');
  const origin = Math.min(...surveys.map(({ first }) => first));
  const last = Math.max(...surveys.map(({ last }) => last));
  if ((last - origin) * 1000 > maxMs) throw new Unreadable('the recording lasts longer than it may');
  return { ...tracks, origin, last, keys: leading.keys };
}

interface Survey {
  first: number;
  last: number;
  keys: readonly number[];
}

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

async function surveyTrack(track: InputTrack, maxSeconds: number): Promise<Survey> {
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

export function nearestTime(times: readonly number[], target: number): number {
  return times.reduce((best, each) => (Math.abs(each - target) < Math.abs(best - target) ? each : best));
}
