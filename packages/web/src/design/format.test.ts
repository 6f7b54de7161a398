import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'vitest';
import { formatBytes } from './format.ts';

const SPACED = /\d (B|[kMGT]B|ms|s|min|h|%|[kM]bit\/s)(?!\w)/;

test('a number and its unit stay on one line: bytes', () => {
  const written = [0, 999, 3_100, 116_000_000, 1.9e9, 5e12].map(formatBytes);
  assert.deepEqual(written, [
    '0\u00a0B',
    '999\u00a0B',
    '3.1\u00a0kB',
    '116\u00a0MB',
    '1.9\u00a0GB',
    '5.0\u00a0TB',
  ]);
});

function functionsOf(value: unknown): ((...values: unknown[]) => unknown)[] {
  if (typeof value === 'function') return [value as (...values: unknown[]) => unknown];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(functionsOf) : [];
}

function resultOf(sentence: (...values: unknown[]) => unknown, value: number): unknown {
  try {
    return sentence(value, value, value);
  } catch {
    return undefined;
  }
}

test('a number and its unit stay on one line: sentences', async () => {
  const folder = new URL('../strings/messages/', import.meta.url);
  const wrong: string[] = [];
  let checkedCount = 0;
  for (const file of globSync('*.ts', { cwd: folder.pathname })) {
    const texts = Object.values(await import(`../strings/messages/${file}`)).filter(
      (each) => typeof each === 'object',
    );
    for (const sentence of texts.flatMap(functionsOf)) {
      for (const value of [0.5, 12, 2_500_000]) {
        const result = resultOf(sentence, value);
        if (typeof result !== 'string') continue;
        if (result.includes('\u00a0')) checkedCount++;
        if (SPACED.test(result)) wrong.push(`${file}: ${result}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(checkedCount > 10, `${checkedCount} have a unit`);
});
