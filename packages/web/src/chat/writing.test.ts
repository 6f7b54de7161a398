import assert from 'node:assert/strict';
import { test } from 'vitest';
import { suggestionsFor } from './mention-matches.ts';
import { mentionsIn } from './mentioned.ts';
import { mentionAt, mentionsAll } from './mentions.ts';
import { parseBbcode } from './parse-bbcode.ts';
import { segmentsOf } from './segments.ts';
import { complete } from './suggestions.ts';

test('[CHAT-30] BBCode is parsed as the server does', () => {
  const node = (tag: string, value: string, ...children: unknown[]) => ({ tag, value, children });
  assert.deepEqual(parseBbcode('a [b]b [i]c[/i][/b]'), ['a ', node('b', '', 'b ', node('i', '', 'c'))]);
  assert.deepEqual(parseBbcode('[color=red]x[/color]'), [node('color', 'red', 'x')]);
  assert.deepEqual(parseBbcode('[code][b]x[/b][/code]'), [node('code', '', '[b]x[/b]')]);
  assert.deepEqual(parseBbcode('[list][*]a[*]b[/list]'), [
    node('list', '', node('*', '', 'a'), node('*', '', 'b')),
  ]);
  assert.deepEqual(parseBbcode('[b]x [nothing]'), ['[b]', 'x [nothing]']);
  assert.deepEqual(parseBbcode('[b]&#91;i] &amp;amp; &x;[/b]'), [node('b', '', '[i] &amp; &x;')]);
  assert.deepEqual(parseBbcode('x[/b]'), ['x', '[/b]']);
  assert.equal(JSON.stringify(parseBbcode('[b]'.repeat(5_000))).length < 100_000, true);
});

test('[CHAT-5] a mention is completed from its beginning', () => {
  assert.deepEqual(mentionAt('hello @el', 9), { start: 6, query: 'el' });
  assert.deepEqual(mentionAt('@', 1), { start: 0, query: '' });
  assert.deepEqual(mentionAt('@Ann Le', 7), { start: 0, query: 'Ann Le' });
  assert.equal(mentionAt('ada@el', 6), undefined, 'an email address');
  assert.equal(mentionAt('@Ann Lee and', 12), undefined);
  const people = ['Elif Yılmaz', 'Ben Elton', 'Ada', 'Élodie'].map((name) => ({ id: name, name }));
  const names = suggestionsFor('el', people).map(({ name }) => name);
  assert.deepEqual(names, ['Elif Yılmaz', 'Élodie', 'Ben Elton']);
  const others = ['王小明', 'สมชาย', 'E\u0301lif'].map((name) => ({ id: name, name }));
  const suggested = (query: string) => suggestionsFor(query, others).map(({ name }) => name);
  assert.deepEqual(['小明', 'ชาย', 'ＥＬ', '明王'].map(suggested), [
    ['王小明'],
    ['สมชาย'],
    ['E\u0301lif'],
    [],
  ]);
  assert.deepEqual(mentionAt('@กิ่ง', 5), { start: 0, query: 'กิ่ง' }, 'marks are parts of a name');
  assert.deepEqual(complete('hi @el there', 6, { start: 3, query: 'el' }, '@Elif'), {
    text: 'hi @Elif there',
    caret: 9,
  });
});

test('[CHAT-5] a mention begins after any script, punctuation and the wide sign, and at any part of a name', () => {
  assert.deepEqual(mentionAt('你好@小', 4), { start: 2, query: '小' });
  assert.deepEqual(mentionAt('สวัสดี@สม', 9), { start: 6, query: 'สม' });
  assert.deepEqual(mentionAt('（@Ann', 5), { start: 1, query: 'Ann' });
  assert.deepEqual(mentionAt('＠田', 2), { start: 0, query: '田' });
  assert.deepEqual(mentionAt("@O'Ne", 5), { start: 0, query: "O'Ne" });
  for (const text of ['ada@el', 'ada.@el', 'Ада@el', '@@el'])
    assert.equal(mentionAt(text, text.length), undefined);
  const people = ['Anna-Lena Vogt', 'Sean O’Neil', 'Μαρία Παππά', 'أحمد علي'].map((name) => ({
    id: name,
    name,
  }));
  const suggested = (query: string) => suggestionsFor(query, people).map(({ name }) => name);
  assert.deepEqual(
    ['lena', 'neil', 'παπ', 'علي'].map(suggested),
    people.map(({ name }) => [name]),
  );
});

test('[CHAT-5] a mention finds a name as the search does, and is complete behind the whole name', () => {
  const people = ['Jörg Müller', 'Łukasz Gołąb', 'Bo', 'Bo Strauß', 'Due'].map((name) => ({
    id: name,
    name,
  }));
  const suggested = (query: string) => suggestionsFor(query, people).map(({ name }) => name);
  assert.deepEqual(
    ['muller', 'Mueller', 'lukasz', 'golab', 'strauss', 'du', 'bo', 'Bo ', 'Bo S'].map(suggested),
    [
      ['Jörg Müller'],
      ['Jörg Müller'],
      ['Łukasz Gołąb'],
      ['Łukasz Gołąb'],
      ['Bo Strauß'],
      ['Due'],
      ['Bo', 'Bo Strauß'],
      [],
      ['Bo Strauß'],
    ],
  );
  assert.deepEqual(suggested('').length, people.length);
});

test('[CHAT-36] @all is a word of its own', () => {
  for (const text of ['@all', 'Hi @all, look', '(@all)', '，@all']) assert.ok(mentionsAll(text), text);
  for (const text of ['@allan', 'x@all.com', 'all', '@@ll', 'y.@all']) assert.ok(!mentionsAll(text), text);
});

test('[CHAT-5] mentioned is whose name stands in the text', () => {
  const people = [
    { id: 'U1', name: 'Ann' },
    { id: 'U2', name: 'Ann Lee' },
    { id: 'U3', name: 'Ben' },
  ];
  assert.deepEqual(mentionsIn('@Ben, look', people), ['U3']);
  assert.deepEqual(mentionsIn('@Benjamin', people), []);
  assert.deepEqual(mentionsIn('Ben', people), []);
});

test('[CHAT-5] [CHAT-11] a text is words, links and mentions', () => {
  const mentions = new Map([
    ['Ann', 'U1'],
    ['Ann Lee', 'U2'],
  ]);
  const short = (text: string) =>
    segmentsOf(text, mentions).map((each) => (each.type === 'words' ? each.text : `<${each.text}>`));
  assert.deepEqual(short('@Ann Lee and @Ann'), ['<@Ann Lee>', ' and ', '<@Ann>']);
  assert.deepEqual(short('@Anna'), ['@Anna']);
  assert.deepEqual(short('see https://a.test/x_(y), or (http://b.test).'), [
    'see ',
    '<https://a.test/x_(y)>',
    ', or (',
    '<http://b.test>',
    ').',
  ]);
  assert.deepEqual(short('javascript:alert(1)'), ['javascript:alert(1)']);
});
