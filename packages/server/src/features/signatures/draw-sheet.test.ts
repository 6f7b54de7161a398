import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type SheetSignature, signaturePdf } from './draw-sheet.ts';

const NAME = '骨直化';
const signature = (language: string): SheetSignature => ({
  ...{ x: 10, y: 10, width: 200, height: 60 },
  ...{ text: NAME, language, caption: [NAME, '2026'] },
});

async function familiesOf(signatures: SheetSignature[]): Promise<string[]> {
  const pdf = await signaturePdf([{ width: 300, height: 200, signatures }]);
  const names = pdf.toString('latin1').matchAll(/NotoSans(SC|TC|JP|KR)/g);
  return [...new Set([...names].map(([, family]) => family ?? ''))].sort();
}

test('[SEAL-15] each name and typed signature has the Han forms of the language of its signer', async () => {
  assert.deepEqual(await familiesOf([signature('ja')]), ['JP']);
  assert.deepEqual(await familiesOf([signature('zh-TW')]), ['TC']);
  assert.deepEqual(await familiesOf([signature('de')]), ['SC']);
  assert.deepEqual(await familiesOf([signature('ja'), signature('ko')]), ['JP', 'KR']);
});
