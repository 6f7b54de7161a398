import assert from 'node:assert/strict';
import { test } from 'vitest';
import { defaultAnswers } from './default-answers.ts';
import { openCatalogue } from './index.ts';

test('[LANG-32] a suggested answer is translated from any language, and no other text is', async () => {
  const [de, en, fr] = await Promise.all(['de', 'en', 'fr'].map(openCatalogue));
  assert.equal(de?.answer('Approve'), 'Genehmigen');
  assert.equal(en?.answer('Genehmigen'), 'Approve');
  assert.equal(de?.answer('承認\n\nSee page 2'), 'Genehmigen\n\nSee page 2');
  for (const text of ['Approve at once', 'approve', 'constructor', '']) assert.equal(de?.answer(text), text);
  for (const text of ['Refuser', 'Approuver']) assert.equal(fr?.answer(text), text);
  assert.equal(de?.answer('Refuser'), 'Ablehnen');
});

test('[LANG-32] “Sign” and “Sign off” have no text in common in any language', () => {
  const isShared = (text: string) => defaultAnswers.signature.includes(text);
  assert.deepEqual(defaultAnswers.sign.filter(isShared), []);
});
