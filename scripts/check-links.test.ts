import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pathsIn, pathsInTree } from './check-links.ts';

test('paths are what looks like one in backticks, not commands, variables and code', () => {
  const spans = [
    'http/form.ts',
    'features/pages/',
    'index.ts',
    'npm start',
    '.ts',
    `a/\${b}.ts`,
    '/me/data',
    'x.y',
  ];
  const text = spans.map((span) => `\`${span}\``).join(', ');
  assert.deepEqual(pathsIn(`${text}\n\`\`\`\n\`not/here.ts\`\n\`\`\`\n`), [
    'http/form.ts',
    'features/pages/',
    'index.ts',
  ]);
});

test('of a tree each line is a path below the folders before it', () => {
  const tree = [
    'README LICENSE',
    'docs/',
    '  a.md                   what it is',
    '  b.md c.md              two at once',
    'packages/',
    '  server/src/',
    '    main.ts              it starts',
    '                         and goes on here',
    '    http/                a folder',
    '  web/                   another',
  ].join('\n');
  assert.deepEqual(pathsInTree(tree), [
    ...[
      'README',
      'LICENSE',
      'docs/',
      'docs/a.md',
      'docs/b.md',
      'docs/c.md',
      'packages/',
      'packages/server/src/',
    ],
    ...['packages/server/src/main.ts', 'packages/server/src/http/', 'packages/web/'],
  ]);
});
