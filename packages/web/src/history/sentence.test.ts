import { expect, test } from 'vitest';
import { sentenceOf } from './sentence.ts';

test('[HIST-8] the history says who accepted a call and who declined it', () => {
  const actor = { id: 'U1', name: 'Ada Lovelace' };
  const sentence = (answer: string) =>
    sentenceOf(
      { seq: 1, at: 0, kind: 'meet_answered', actor, body: { name: 'Weekly', answer } },
      () => undefined,
    );
  expect(sentence('joined')).toBe('Ada Lovelace accepted the call “Weekly”');
  expect(sentence('declined')).toBe('Ada Lovelace declined the call “Weekly”');
});
