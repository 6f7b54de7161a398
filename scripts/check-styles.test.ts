import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classesOf, givenBy, unusedIn } from './check-styles.ts';

test('the classes of a style sheet are those of its selectors, nested ones too', () => {
  const css = `/* .said */ .one, a.two:hover > .three-4 { margin: .5rem; background: url("x.png") }
    @media (width > 1.5rem) { .one .five { color: red; &.six { top: 0 } } }`;
  assert.deepEqual([...classesOf(css).keys()], ['five', 'one', 'six', 'three-4', 'two']);
  assert.deepEqual([...(classesOf('.a.b .c.a {}').get('a') ?? [])], ['b', 'c']);
});

test('a class is given where classes are given, not where its word is written', () => {
  const source = `import { a } from '../page-link.ts';
    const row = <li class="row wide" id={\`not-\${n}\`} type="password" />;
    const one = <b class={isOn ? 'on' : \`hue-\${n} \${isWide && 'broad'}\`}>{'text'}</b>;
    const options = { rowClass: 'striped', kind: 'other' };
    node.classList.toggle('moved', true);
    html\`<div class="gate\${isWide && ' large'}">\`;`;
  const given = givenBy(source);
  const css = (names: string[]) => names.map((name) => `.${name} {}`).join('\n');
  const drawn = ['row', 'wide', 'on', 'hue-7', 'broad', 'striped', 'moved', 'gate', 'large'];
  assert.deepEqual(unusedIn(css(drawn), [given]), []);
  const unused = ['other', 'page-link', 'password', 'text', 'not-1'].toSorted();
  assert.deepEqual(unusedIn(css(unused), [given]), unused);
});

test('a class in a comment is given to nothing', () => {
  const source = `// once <b class="row">\n/** Like <b class="wide">, and\n * class="broad". */\nconst a = 1;`;
  assert.deepEqual(unusedIn('.row {} .wide {} .broad {}', [givenBy(source)]), ['broad', 'row', 'wide']);
});

test('a name that is put together is one of the literals, and stands beside a class that is known', () => {
  const given = [givenBy(`<g class={\`handle \${side}\`} />`), givenBy(`const SIDES = ['nw', 'se'];`)];
  assert.deepEqual(unusedIn('.handle.nw {} .handle.se {}', given), []);
  assert.deepEqual(unusedIn('.handle.up {} .other.se {}', given), ['other', 'se', 'up']);
});
