import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { extname } from 'node:path';
import { test } from 'node:test';
import { findFiles, problemsOf } from './check-imports.ts';

const root = new URL('..', import.meta.url).pathname;

test('every type of source that the packages have is read', () => {
  const types = (files: string[]) =>
    new Set(files.map(extname).filter((type) => /^\.[cm]?[jt]sx?$/.test(type)));
  const present = types(globSync('packages/*/src/**/*', { cwd: root, exclude: ['**/node_modules/**'] }));
  const files = findFiles();
  assert.deepEqual([...types(files)].toSorted(), [...present].toSorted());
  assert.ok(files.includes('packages/web/src/main.tsx'));
  assert.ok(!files.some((file) => file.includes('.test.')));
});

test('an import of a package above, of a layer above, or past the index of a feature is a problem', () => {
  const cases: [string, string, RegExp | undefined][] = [
    [
      'packages/web/src/app/page.tsx',
      `import { x } from '@ringbinder/server/config/config.ts';`,
      /must not know/,
    ],
    [
      'packages/web/src/app/page.tsx',
      `import { x } from '../../../server/src/config/config.ts';`,
      /must not know/,
    ],
    ['packages/react/src/chat.tsx', `import type { X } from '@ringbinder/client/index.ts';`, /must not know/],
    ['packages/web/src/app/page.tsx', `import { x } from '@ringbinder/client/index.ts';`, undefined],
    [
      'packages/web/src/app/page.tsx',
      `const x = await import('@ringbinder/testkit/index.ts');`,
      /must not know/,
    ],
    [
      'packages/server/src/http/form.ts',
      `import { x } from '../features/pages/index.ts';`,
      /of a layer above/,
    ],
    [
      'packages/server/src/features/a/b.ts',
      `import { x } from '../pages/queries.ts';`,
      /not the feature’s index/,
    ],
    ['packages/server/src/features/a/b.ts', `import { x } from '../pages/index.ts';`, undefined],
    ['packages/server/src/features/a/b.ts', `export { x } from '../../unknown.ts';`, /belongs to no layer/],
    ['packages/sdk/src/a.ts', `import {\n  x,\n} from '@ringbinder/web/a.ts';`, /must not know/],
    ['packages/sdk/src/a.ts', `await import(\n  '@ringbinder/web/a.ts',\n);`, /must not know/],
    ['packages/sdk/src/a.ts', `export * from "@ringbinder/web/a.ts";`, /must not know/],
    ['packages/sdk/src/a.ts', 'await import(`@ringbinder/web/a.ts`);', /must not know/],
    ['packages/web/src/chat/a.tsx', `import { x } from './testing/b.ts';`, /for tests/],
    ['packages/web/src/chat/a.tsx', `import { x } from './b.test.ts';`, /for tests/],
  ];
  for (const [file, source, expected] of cases) {
    const [problem, ...more] = problemsOf(file, source);
    assert.deepEqual(more, []);
    if (expected) assert.match(problem ?? '', expected);
    else assert.equal(problem, undefined);
  }
});
