import assert from 'node:assert/strict';
import { test } from 'vitest';
import { PEAK_COUNT, peaksOf } from './peaks.ts';

test('[VIEW-18] a waveform has the largest amplitude of each part, relative to the loudest', () => {
  const samples = new Float32Array(PEAK_COUNT * 10);
  samples[0] = -0.5;
  samples[5] = 0.25;
  samples[samples.length - 1] = 0.1;
  const peaks = peaksOf(samples);
  assert.equal(peaks.length, PEAK_COUNT);
  assert.equal(peaks[0], 1);
  assert.equal(peaks[1], 0);
  assert.ok(Math.abs((peaks.at(-1) ?? 0) - 0.2) < 1e-6);
});

test('[VIEW-18] the waveform of silence and of a sound without samples is flat', () => {
  for (const length of [0, 3, 1_000])
    assert.deepEqual(
      peaksOf(new Float32Array(length)),
      Array.from({ length: PEAK_COUNT }, () => 0),
    );
});
