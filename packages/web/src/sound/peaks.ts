/** The rate is low, because decoding needs memory for each sample. */
const SAMPLES_PER_SECOND = 8_000;
export const PEAK_COUNT = 100;

export interface Loudness {
  /** One peak from 0 to 1 for each of PEAK_COUNT equal parts. */
  peaks: readonly number[];
  duration: number;
}

/** Decoding detaches `bytes`. Rejects if the browser cannot decode them. */
export async function readLoudness(bytes: ArrayBuffer): Promise<Loudness> {
  const context = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND);
  const sound = await context.decodeAudioData(bytes);
  return { peaks: peaksOf(sound.getChannelData(0)), duration: sound.duration };
}

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
