import assert from 'node:assert/strict';
import { test } from 'vitest';
import { classNamesIn, findPhysicalDeclarations, unusedIn } from './check-styles.ts';

const css = (names: string[]) => names.map((name) => `.${name} {}`).join('\n');

test('the classes of a style sheet are those of its selectors, nested ones too', () => {
  const sheet = `/* .said */ .one, a.two:hover > .three-4 { margin: .5rem; background: url("x.png") }
    @media (width > 1.5rem) { .one .five { color: red; &.six { top: 0 } } }`;
  assert.deepEqual(unusedIn(sheet, new Set()), ['five', 'one', 'six', 'three-4', 'two']);
});

test('a class is given as the value of a class, not as a word in a condition or elsewhere', () => {
  const source = `import { a } from '../page-link.ts';
    const row = <li class="row wide" id={\`not-\${n}\`} type="password" />;
    const one = <b class={kind === 'password' ? 'on' : \`hue-\${n} \${isWide && 'broad'}\`}>{'text'}</b>;
    const options = { rowClass: 'striped', kind: 'other' };
    node.classList.toggle('moved', true);
    html\`<div class="gate\${isWide && ' large'}">\`;`;
  const providedClasses = classNamesIn('a.tsx', source);
  assert.deepEqual(
    unusedIn(css(['row', 'wide', 'on', 'hue-7', 'broad', 'striped', 'moved', 'gate']), providedClasses),
    [],
  );
  const unused = ['not-1', 'other', 'page-link', 'password', 'text'];
  assert.deepEqual(unusedIn(css(unused), providedClasses), unused);
});

test('a class in a comment is given to nothing', () => {
  const source = `// <b class={'row'}>\n/** Like <b class={'wide'}> */\nconst a = 1;`;
  assert.deepEqual(unusedIn('.row {} .wide {}', classNamesIn('a.tsx', source)), ['row', 'wide']);
});

test('a style names the start or the end, not the left or the right', () => {
  const sheet = `.a { margin-left: 0; left: 0; text-align: right; border-left-color: red; float: left }`;
  assert.deepEqual(findPhysicalDeclarations(sheet), [
    'margin-left',
    'left',
    'text-align: right',
    'border-left-color',
    'float: left',
  ]);
  assert.deepEqual(
    findPhysicalDeclarations('.left { margin-inline-start: 0; inset-inline-end: 0; text-align: end; }'),
    [],
  );
});
