import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createSpeakers } from './speakers.ts';

type Speakers = ReturnType<typeof createSpeakers>;

function sound(speakers: Speakers, voices: Record<string, number>, from: number, to: number) {
  const changes: { at: number; active: string | null }[] = [];
  for (let now = from; now < to; now += 20) {
    for (const [id, decibels] of Object.entries(voices)) speakers.addLevel(id, decibels, now);
    const changed = speakers.takeChanges(now);
    if (changed) changes.push({ at: now, active: changed.active });
  }
  return changes;
}

test('[MEET-23] whoever is loud enough speaks at once when nobody else does', () => {
  const speakers = createSpeakers();
  assert.equal(speakers.takeChanges(0)?.active, null);
  assert.equal(speakers.takeChanges(0), undefined, 'nothing changed');
  assert.deepEqual(sound(speakers, { ann: 55 }, 1_000, 1_100).at(-1)?.active, null, 'too low');
  assert.deepEqual(sound(speakers, { ann: 54 }, 1_200, 1_300).at(-1)?.active, 'ann');
});

test('[MEET-23] a louder voice takes over after 400 ms, not before', () => {
  const speakers = createSpeakers();
  sound(speakers, { ann: 35 }, 1_000, 1_500);
  const changes = sound(speakers, { ann: 35, ben: 14 }, 1_500, 2_500);
  assert.deepEqual(changes.find(({ active }) => active === 'ben')?.at, 1_900);
});

test('[MEET-23] a challenger that is not the loudest throughout begins again', () => {
  const speakers = createSpeakers();
  sound(speakers, { ann: 35 }, 1_000, 1_500);
  sound(speakers, { ann: 35, ben: 14 }, 1_500, 1_800);
  sound(speakers, { ann: 0, ben: 14 }, 1_800, 1_820);
  assert.ok(sound(speakers, { ann: 35, ben: 0 }, 1_820, 2_200).every(({ active }) => active === 'ann'));
});

test('[MEET-23] a voice rises at once, falls by a tenth each packet, and is gone after 600 ms', () => {
  const speakers = createSpeakers();
  const levelAt = (now: number) => speakers.takeChanges(now)?.levels[0]?.level;
  speakers.addLevel('ann', 70, 1_000);
  speakers.addLevel('ann', 0, 1_020);
  assert.equal(levelAt(1_020), 1);
  speakers.addLevel('ann', 70, 1_040);
  assert.equal(levelAt(1_040), 0.9);
  speakers.addLevel('ann', 70, 1_060);
  assert.equal(levelAt(1_060), 0.8);
  assert.equal(speakers.takeChanges(1_660), undefined);
  assert.deepEqual(speakers.takeChanges(1_661)?.levels, []);
});

test('[MEET-23] levels are in twentieths, the loudest first, without those of no sound', () => {
  const speakers = createSpeakers();
  for (const [id, decibels] of Object.entries({ quiet: 67, low: 66, mid: 34, loud: 0, over: 127 }))
    speakers.addLevel(id, decibels, 1_000);
  assert.deepEqual(speakers.takeChanges(1_000), {
    active: 'loud',
    levels: [
      { participant: 'loud', level: 1 },
      { participant: 'mid', level: 0.5 },
      { participant: 'low', level: 0.05 },
    ],
  });
});

test('[MEET-23] whoever is forgotten does not speak', () => {
  const speakers = createSpeakers();
  sound(speakers, { ann: 10 }, 1_000, 1_100);
  speakers.forget('ben');
  assert.equal(speakers.takeChanges(1_100), undefined);
  speakers.forget('ann');
  assert.deepEqual(speakers.takeChanges(1_100), { active: null, levels: [] });
});
