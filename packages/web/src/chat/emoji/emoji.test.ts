import assert from 'node:assert/strict';
import { test } from 'vitest';
import { emojis, groups, variants, withTone } from './data.ts';
import { emojiNamed, findEmoji } from './find-emoji.ts';
import { defaultTone, recentEmoji } from './stored-emoji.ts';
import { emojiQueryAt, shortcodeAt } from './typed.ts';
import { withEmoji } from './with-emoji.ts';

const found = (query: string, limit = 8) => findEmoji(query, limit).map(({ character }) => character);

test('[CHAT-20] every emoji, with each skin tone, is one that Unicode recommends, as reactions must be', () => {
  for (const { character, toned } of emojis)
    for (const each of [character, ...toned.map((variant) => variant.character)])
      assert.match(each, /^\p{RGI_Emoji}$/v);
  const codes = emojis.flatMap(({ shortcodes }) => shortcodes);
  for (const code of codes) assert.match(code, /^[a-z0-9_+-]+$/);
  assert.equal(new Set(codes).size, codes.length, 'a shortcode names one emoji');
  assert.ok(emojis.length > 1_900, `${emojis.length}`);
  assert.deepEqual([groups.smileys[0]?.character, groups.flags.at(-1)?.name], ['😀', 'flag: Wales']);
});

test('[CHAT-22] an emoji has no tone or the chosen one, and both people of a couple have the same', () => {
  const toned = (name: string, tone: number) => {
    const emoji = emojiNamed(name);
    assert.ok(emoji, name);
    return withTone(emoji, tone).character;
  };
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((tone) => toned('wave', tone)),
    ['👋', '👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿'],
  );
  assert.equal(toned('smile', 3), '😄');
  assert.equal(toned('people_holding_hands', 5), '🧑🏿‍🤝‍🧑🏿');
  const { emoji, tone = 0 } = variants.get('👍🏽') ?? {};
  assert.equal(emoji && withTone(emoji, tone).name, 'thumbs up: medium skin tone');
});

test('[CHAT-20] [CHAT-23] shortcodes come first, then words of the name, then keywords', () => {
  assert.deepEqual(found('heart', 2), ['❤️', '♥️']);
  assert.equal(found('tad')[0], '🎉');
  const part = findEmoji('part', 80);
  const places = ['partly_sunny', 'partying_face', 'part_alternation_mark', 'tada'].map((code) =>
    part.findIndex(({ shortcodes }) => shortcodes.includes(code)),
  );
  assert.ok(!places.includes(-1), places.join());
  assert.equal(places[3], Math.max(...places), 'only a keyword of 🎉 is “party”');
  assert.equal(found('wav')[0], '👋');
  assert.ok(found('hello').includes('👋'));
});

test('[CHAT-20] the words of a query begin words of the emoji, in any order, without accents or case', () => {
  assert.equal(found('heart red')[0], '❤️');
  assert.equal(found('RED HEART')[0], '❤️');
  assert.equal(found(':tada:')[0], '🎉');
  assert.equal(found('piñata')[0], '🪅');
  assert.equal(found('pinata')[0], '🪅');
  assert.equal(found('+1')[0], '👍');
  assert.equal(found('flag germany')[0], '🇩🇪');
  assert.deepEqual(
    ['', ' ', ':', 'xyzzy', '---', 'red xyzzy'].flatMap((query) => found(query)),
    [],
  );
  assert.equal(findEmoji('a', 80).length, 80);
});

test('[CHAT-23] a shortcode begins with a colon after a space or at the beginning of a line', () => {
  const at = (text: string) => emojiQueryAt(text, text.length);
  assert.deepEqual(at(':na'), { start: 0, query: 'na' });
  assert.deepEqual(at('hello :na'), { start: 6, query: 'na' });
  assert.deepEqual(at('hello\n:na'), { start: 6, query: 'na' });
  assert.deepEqual(at('hello :'), { start: 6, query: '' });
  assert.deepEqual(at(':+1'), { start: 0, query: '+1' });
  for (const text of [
    '10:30',
    'at :30',
    'https://a.test',
    'https://a.test/:na',
    'note:na',
    ':na me',
    ':)',
    '::na',
  ])
    assert.equal(at(text), undefined, text);
  assert.deepEqual(emojiQueryAt('a :na b', 5), { start: 2, query: 'na' });
});

test('[CHAT-24] a shortcode ends with a colon', () => {
  const at = (text: string) => shortcodeAt(text, text.length);
  assert.deepEqual(at('hi :tada:'), { start: 3, query: 'tada' });
  assert.deepEqual(at(':100:'), { start: 0, query: '100' });
  for (const text of ['10:30:', 'https://a.test/:tada:', 'x:tada:', ':tada', '::', ': tada:'])
    assert.equal(at(text), undefined, text);
});

test('[CHAT-24] a shortcode is replaced where it stands, and what was typed meanwhile stays', () => {
  const replace = (text: string, caret: number) =>
    withEmoji({ text, start: caret, end: caret }, { start: 3, query: 'tada' });
  assert.deepEqual(replace('hi :tada:', 9), { text: 'hi 🎉', start: 5, end: 5 });
  assert.deepEqual(replace('hi :tada: there', 15), { text: 'hi 🎉 there', start: 11, end: 11 });
  assert.deepEqual(replace('hi :tada: there', 1), { text: 'hi 🎉 there', start: 1, end: 1 });
  assert.equal(replace('', 0), undefined);
  assert.equal(replace('so :tada', 8), undefined);
  assert.equal(withEmoji({ text: ':xyzzy:', start: 7, end: 7 }, { start: 0, query: 'xyzzy' }), undefined);
  defaultTone.value = 4;
  assert.equal(withEmoji({ text: ':Wave:', start: 6, end: 6 }, { start: 0, query: 'Wave' })?.text, '👋🏾');
  defaultTone.value = 0;
  assert.deepEqual(recentEmoji.value, ['👋🏾', '🎉']);
});
