import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { createWorkflow } from '../transactions/testing/workflow.ts';
import { run } from './testing/signed-pdf.ts';

let cast: Cast;
let directory: string;
beforeAll(async () => {
  cast = await service.make.cast();
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-fonts-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function receiptFile(language: string, texts: { title: string; content?: string }): Promise<string> {
  const { owner, binderId } = cast;
  await service.call('POST', '/me', { token: owner.token, json: { language } });
  const workflow = createWorkflow(service, cast);
  const { id, steps } = await workflow.create(
    [{ assignee: { user_id: owner.id }, actions }],
    owner.token,
    texts,
  );
  assert.equal((await workflow.press(id, steps[0], owner.token, 'ok')).status, 200);
  const answer = await fetch(`${service.base}/${binderId}/transactions/${id}/receipt?format=pdf`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  assert.equal(answer.status, 200);
  const file = join(directory, `${id}.pdf`);
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}
const actions = [{ id: 'ok', text: 'OK', outcome: 'completed' }];

const output = async (program: string, ...args: string[]) => (await run(program, args)).stdout;
const textOf = (file: string) => output('pdftotext', '-raw', file, '-');
async function familiesOf(file: string): Promise<string[]> {
  const [, , ...lines] = (await output('pdffonts', file)).trim().split('\n');
  for (const line of lines) assert.match(line, / yes +yes +yes /, line);
  return [...new Set(lines.flatMap((line) => line.match(/NotoSans([A-Z]+)\b/i)?.[1] ?? []))];
}

const NAMES = [
  '山田太郎さん',
  '김철수',
  '张伟',
  '陳怡君',
  'สมชาย น้ำใจ',
  'अमित शर्मा',
  'महेन्द्र क्षत्रिय',
  '𠮷野',
  '㈱ＡＢＣ・ｶﾅ',
];

test('[SEAL-13] names in Chinese, Japanese, Korean, Thai and Devanagari letters are in a receipt of any language', async () => {
  for (const language of ['en', 'ru', 'th']) {
    const file = await receiptFile(language, { title: NAMES.join(', '), content: NAMES.join('\n') });
    const text = await textOf(file);
    for (const name of NAMES) assert.ok(text.includes(name), `${language}: ${name} in ${text}`);
    assert.ok(!text.includes('\ufffd'), text);
    const tags = await output('pdfinfo', '-struct-text', file);
    assert.ok(tags.includes('𠮷野, ㈱ＡＢＣ・ｶﾅ'), `after reordered letters: ${tags}`);
  }
});

test('[SEAL-13] Han characters have the forms of the language, else of the letters beside them, else the Simplified Chinese ones', async () => {
  for (const [language, title, families] of [
    ['ja', '骨直化', ['JP']],
    ['zh-tw', '骨直化', ['TC']],
    ['en', '骨直化', ['SC']],
    ['en', '骨直化の', ['JP']],
    ['en', '骨直化 한글', ['KR']],
  ] as const)
    assert.deepEqual(
      (await familiesOf(await receiptFile(language, { title }))).map((name) => name.slice(0, 2)),
      families,
      `${language}: ${title}`,
    );
});

test('[SEAL-13] letters that a system stores in parts are drawn as one', async () => {
  const text = await textOf(await receiptFile('en', { title: 'がぱ 한글'.normalize('NFD') }));
  assert.ok(text.includes('がぱ 한글'), text);
});

test('[SEAL-14] lines break between Han characters but not before closing marks, and between Thai words', async () => {
  const japanese = await textOf(await receiptFile('ja', { title: 'A', content: '「確認済」、'.repeat(60) }));
  const lines = japanese.split('\n').filter((line) => line.includes('確認'));
  assert.ok(lines.length >= 4, japanese);
  for (const line of lines) assert.match(line, /^[^、」].*[^「]$/);
  const widths = lines.slice(0, -1).map(({ length }) => length);
  assert.ok(Math.max(...widths) - Math.min(...widths) <= 3, japanese);

  const thai = await textOf(await receiptFile('th', { title: 'A', content: 'เอกสาร'.repeat(60) }));
  const rows = thai.split('\n').filter((line) => line.includes('เอกสารเอกสาร'));
  assert.ok(rows.length >= 2, thai);
  for (const row of rows) assert.match(row, /^(เอกสาร)+$/);
  const content = 'เอกสาร(เอกสาร)เอกสารเอกสารๆเอกสาร'.repeat(20);
  const marked = await textOf(await receiptFile('th', { title: 'A', content }));
  const markedRows = marked.split('\n').filter((line) => line.includes('เอกสาร('));
  assert.ok(markedRows.length >= 2, marked);
  for (const row of markedRows) assert.match(row, /^(\(?เอกสาร[)ๆ]?)+$/);

  const korean = await textOf(await receiptFile('ko', { title: 'A', content: '계약서를 '.repeat(60) }));
  for (const line of korean.split('\n').filter((line) => line.includes('계약')))
    assert.match(line, /^(계약서를 ?)+$/);
});

test('[LANG-24] a receipt as PDF names its language for screen readers', async () => {
  for (const [language, tag] of [
    ['th', 'th'],
    ['zh-tw', 'zh-TW'],
    ['nb', 'nb'],
  ] as const) {
    const file = await receiptFile(language, { title: 'A' });
    assert.match(await output('pdfinfo', '-struct', file), /Document/);
    assert.ok((await readFile(file)).includes(`/Lang (${tag})`), language);
  }
});
