import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findLiterals } from './check-strings.ts';

const find = (source: string) => findLiterals('page.tsx', source);

test('a text of a page that is not in the catalogue is found, wherever it stands', () => {
  for (const source of [
    'const a = <p>Hello</p>;',
    'const a = <p>Hello {name}</p>;',
    'const a = <Field label="name" />;',
    'const a = <button aria-label={"Close it"} />;',
    `const a = <button title={\`Close \${it}\`} />;`,
    "const a = <p>{open ? 'Close' : 'Open'}</p>;",
    "toast('it is done');",
    "throw new Error('this went wrong');",
    "const words = { title: 'Clients' } as const;",
    'const words = { title: "Clients" };',
  ])
    assert.notDeepEqual(find(source), [], source);
  assert.deepEqual(find('\nconst a = <p>Hello</p>;'), ['page.tsx:2 says “Hello” by itself']);
});

test('what nobody sees is no text', () => {
  for (const source of [
    "import { text } from '../strings/en.ts';",
    'const a = <p class="button compact quiet">{words.title}</p>;',
    "const a = <p class={open ? 'drawer open' : 'drawer'} />;",
    "if (key === 'ArrowLeft') go(-1);",
    `call('POST', \`/orgs/\${id}/users\`);`,
    'const a = <input type="search" name="q" />;',
    "throw new Error('this is for programmers'); // not shown",
    'const a = <p> · {name}</p>;',
    "type User = components['schemas']['User'];",
    "const user = useState<components['schemas']['User']>();",
  ])
    assert.deepEqual(find(source), [], source);
});
