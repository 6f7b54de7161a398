/** Larger sounds would be downloaded and decoded as a whole only to be drawn. */
const MAX_BYTES = 16 * 1024 ** 2;
/** Low, because decoding needs memory for each sample. */
const SAMPLES_PER_SECOND = 8_000;
export const PEAK_COUNT = 100;

/**
 * The loudness of a sound in equal parts of its duration, from 0 to 1. Undefined if it is large. Rejects if it cannot be
 * read or decoded.
 */
export async function readPeaks(
  address: string,
  end: AbortController,
): Promise<readonly number[] | undefined> {
  const response = await fetch(address, { signal: end.signal });
  const bytes = Number(response.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  if (!response.ok || bytes > MAX_BYTES) {
    end.abort();
    return undefined;
  }
  const context = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND);
  const sound = await context.decodeAudioData(await response.arrayBuffer());
  return peaksOf(sound.getChannelData(0));
}

/** The largest amplitude of each part, relative to the loudest. */
export function peaksOf(samples: Float32Array): readonly number[] {
  const part = samples.length / PEAK_COUNT;
  const peaks = Array.from({ length: PEAK_COUNT }, (_, index) => {
    let peak = 0;
    const to = Math.min(samples.length, Math.ceil((index + 1) * part));
    for (let at = Math.floor(index * part); at < to; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
