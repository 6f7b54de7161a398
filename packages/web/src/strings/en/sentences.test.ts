import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import type { LogEntry } from '@ringbinder/client';
import { test } from 'vitest';
import { sentenceOf } from '../../history/sentence.ts';
import { isolated } from './sentences.ts';

const NAME = 'דנה!';
const ISOLATED = `\u2068${NAME}\u2069`;
const OF_LISTS = /\.(typing|came|card|requestedWith|shared|unreadPages)$/;
function functionsOf(path: string, value: unknown): [string, (...values: unknown[]) => unknown][] {
  if (typeof value === 'function') return [[path, value as (...values: unknown[]) => unknown]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => functionsOf(`${path}.${key}`, inner));
}

test('[APP-19] a name that is written from right to left is isolated in every sentence', async () => {
  const wrong: string[] = [];
  let checkedCount = 0;
  const folder = import.meta.dirname;
  for (const file of globSync(['*.ts', '../messages/*.ts'], { cwd: folder, exclude: ['*.test.ts'] })) {
    const catalogues = Object.entries(await import(`./${file}`)).filter(
      ([, each]) => typeof each === 'object',
    );
    for (const [path, sentence] of catalogues.flatMap(([name, each]) =>
      functionsOf(`${file} ${name}`, each),
    )) {
      const values = Array.from({ length: 6 }, () => (OF_LISTS.test(path) ? [NAME, NAME] : NAME));
      const sentences = [sentence(...values)].flat(2).join('\n');
      if (sentences.includes(NAME)) checkedCount++;
      if (sentences.replaceAll(ISOLATED, '').includes(NAME)) wrong.push(`${path}: ${sentences}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(checkedCount > 200, `${checkedCount} sentences have names`);
});

test('[APP-19] names are isolated in the sentences of the history', () => {
  const body = { name: NAME, title: NAME, email: NAME, topic: NAME, text: NAME, previous_name: NAME };
  const kinds = [
    'member_added',
    'transaction_created',
    'step_reassigned',
    'bot_enabled',
    'meet_started',
    'file_uploaded',
  ];
  for (const kind of [...kinds, 'page_deleted', 'step_completed', 'todo_completed', 'button_tapped']) {
    const entry = { kind, body, actor: { id: '', name: NAME } } as unknown as LogEntry;
    const description = sentenceOf(entry, () => NAME);
    assert.ok(description.includes(ISOLATED), description);
    assert.ok(!description.replaceAll(ISOLATED, '').includes(NAME), description);
  }
});

test('[APP-19] only names that are written from right to left are isolated, whatever their script', () => {
  for (const name of ['דנה', 'ليلى', 'ثناء', 'ߞߊ߬', '𞤀𞤣𞤢', '𐴀𐴁', 'Yoni לוי'])
    assert.equal(isolated(name), `\u2068${name}\u2069`);
  for (const name of ['Ada', 'Ζωή', '上海', 'สมชาย', '3.1 kB']) assert.equal(isolated(name), name);
});
