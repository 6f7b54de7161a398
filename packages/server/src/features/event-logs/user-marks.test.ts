import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'vitest';

const SOURCE = new URL('../../', import.meta.url);
const SHOWN = /\b(name|picture_url|email|unique_id|role|disabled_at)\b/;
const WITHOUT_LOG = ['features/demo/seed.ts', 'features/setup/claim.ts'];

test('[EVLOG-4] each statement that changes what a log contains of a user marks the user', async () => {
  const names = await readdir(SOURCE, { recursive: true });
  const unmarked: string[] = [];
  let statements = 0;
  for (const name of names) {
    if (!name.endsWith('.ts') || /\.test\.ts$|testing\//.test(name) || WITHOUT_LOG.includes(name)) continue;
    const source = await readFile(new URL(name, SOURCE), 'utf8');
    for (const { 0: statement, index } of source.matchAll(/(UPDATE users|INSERT INTO users)\b[^`]*/g)) {
      const changed = statement.split(/\bWHERE\b/)[0] ?? '';
      if (!SHOWN.test(changed)) continue;
      statements++;
      const isWrapped = /markingUsers\(\s*`$/.test(source.slice(0, index).trimEnd());
      const isMarked = statement.includes(`\${userMarks('`);
      if (!isWrapped && !isMarked) unmarked.push(`${name}: ${statement.slice(0, 60)}`);
    }
  }
  assert.ok(statements >= 12, `${statements} statements`);
  assert.deepEqual(unmarked, []);
});
