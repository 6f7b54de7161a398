import { EncodedVideoPacketSource, FilePathTarget, Output, WebMOutputFormat } from 'mediabunny';
import type { TrimmedStart, TrimStartJob } from '../../jobs.ts';
import { readRecording, surveyRecording, wholePackets } from './survey.ts';

/** In seconds. A part may begin this long before the requested start. */
const START_TOLERANCE = 0.02;
const MAX_HEAD_SECONDS = 15;

/**
 * Returns null if the part starts at a key frame, if key frames are too far apart, or if the codec is neither
 * VP8 nor VP9. Other codecs cannot combine the output of two encoders.
 */
export function cutHead({ path, target, start, maxMs }: TrimStartJob): Promise<TrimmedStart | null> {
  return readRecording(path, async (input) => {
    const { video, origin, last, keys } = await surveyRecording(input, maxMs);
    const codec = video?.codec;
    if (!video || (codec !== 'vp8' && codec !== 'vp9')) return null;
    const requestedStart = origin + start / 1000;
    const before = keys.findLast((key) => key <= requestedStart);
    const next = keys.find((key) => key > requestedStart) ?? Number.POSITIVE_INFINITY;
    if (before === undefined || requestedStart > last || requestedStart - before < START_TOLERANCE)
      return null;
    if (Math.min(next, last) - before > MAX_HEAD_SECONDS) return null;
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(target) });
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source);
    const decoderConfig = await video.getDecoderConfig();
    await output.start();
    for await (const packet of wholePackets(video)) {
      if (packet.timestamp >= next) break;
      if (packet.timestamp < before) continue;
      const moved = packet.clone({ timestamp: packet.timestamp - before });
      await source.add(moved, decoderConfig ? { decoderConfig } : undefined);
    }
    await output.finalize();
    return { codec, skipMs: (requestedStart - before) * 1000 };
  });
}
