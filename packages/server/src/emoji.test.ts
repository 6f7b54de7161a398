import assert from 'node:assert/strict';
import { test } from 'vitest';
import { readEmoji } from './emoji.ts';

const RGI = /^\p{RGI_Emoji}$/v;
const AS_PICTURE = '\ufe0f';
const ZWJ = '\u200d';
const characters = (property: string) => {
  const has = new RegExp(`^\\p{${property}}$`, 'u');
  const all: string[] = [];
  for (let code = 0; code < 0x1_fb00; code++)
    if (has.test(String.fromCodePoint(code))) all.push(String.fromCodePoint(code));
  return all;
};

function* recommended(): Iterable<string> {
  const emojis = characters('Emoji');
  const tones = ['', ...characters('Emoji_Modifier')];
  const flags = characters('Regional_Indicator');
  for (const emoji of emojis)
    for (const tail of ['', AS_PICTURE, `${AS_PICTURE}\u20e3`, ...tones]) yield emoji + tail;
  for (const one of flags) for (const other of flags) yield one + other;
  const tails = emojis.flatMap((emoji) => [emoji, emoji + AS_PICTURE]);
  for (const head of [
    '❤️',
    '⛓️',
    '👁️',
    '🏳️',
    '🏴',
    '😮',
    '😵',
    '😶',
    '🙂',
    '🐦',
    '🐈',
    '🐕',
    '🐻',
    '🍄',
    '🍋',
    '👯',
    '🤼',
    '🧞',
  ])
    for (const tail of tails) yield `${head}${ZWJ}${tail}`;
  for (const person of ['🧑', '👩', '👨', '⛹', '🕵', '🏃', '🧔', '🏋', '🤷']) {
    // The emojis that can follow a joiner are the same for a person with and without a skin tone.
    const joinable = tails.filter((tail) =>
      ['', AS_PICTURE].some((picture) => RGI.test(`${person}${picture}${ZWJ}${tail}`)),
    );
    for (const tone of ['', AS_PICTURE, ...tones])
      for (const tail of joinable) {
        yield `${person}${tone}${ZWJ}${tail}`;
        if (person === '🏃') yield `${person}${tone}${ZWJ}♀️${ZWJ}${tail}`;
      }
  }
  for (const one of ['👩', '👨'])
    for (const other of ['👩', '👨'])
      for (const link of ['❤️', `❤️${ZWJ}💋`]) yield `${one}${ZWJ}${link}${ZWJ}${other}`;
  yield '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';
}

test('[MSG-39] every emoji that Unicode recommends is taken, with and without what asks for a picture', () => {
  let [count, joined] = [0, 0];
  for (const emoji of recommended()) {
    if (!RGI.test(emoji)) continue;
    count++;
    if (emoji.includes(ZWJ)) joined++;
    const parts = emoji.split(AS_PICTURE);
    for (const written of [emoji, parts.join(''), emoji + AS_PICTURE, emoji.replace(AS_PICTURE, '')])
      assert.equal(readEmoji(written), emoji, JSON.stringify(written));
  }
  assert.ok(count > 2_000 && joined > 300, `${count} ${joined}`);
});

test('[MSG-39] what is not one emoji is refused', () => {
  for (const text of [
    '',
    'a',
    '1',
    '#',
    '👍👍',
    '👍a',
    '\ufe0f',
    '\u200d',
    '👩\u200d',
    'x\ufe0f',
    '🇩',
    '<b>',
  ])
    assert.throws(() => readEmoji(text), /one emoji/, JSON.stringify(text));
});
