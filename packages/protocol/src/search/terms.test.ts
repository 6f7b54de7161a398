import assert from 'node:assert/strict';
import { test } from 'vitest';
import { foldedForms, foldText } from './fold.ts';
import { hasBeginnings, hasParts, phrasePlaces, searchTerms } from './terms.ts';

test('[TODO-11] the ways to write a text fold into one', () => {
  for (const [one, other] of [
    ['Re\u0301sume\u0301', 'résumé'],
    ['ﬁle', 'FILE'],
    ['Ｆｕｌｌ', 'full'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['\u1112\u1161\u11ab', '한'],
    ['ｶﾞ', 'ガ'],
    ['a\u00adb\u200bc', 'abc'],
    ['Łódź', 'lodz'],
    ['Đặng Nhật Minh', 'dang nhat minh'],
    ['Ελλάδα', 'ελλαδα'],
    ['ёлка', 'елка'],
    [' a \n\t b ', 'a b'],
    ['上\n海', '上海'],
  ] as const)
    assert.equal(foldText(one), foldText(other), one);
  assert.notEqual(foldText('서울 에서'), foldText('서울에서'), 'Korean has spaces');
  for (const other of ['мой мои', 'їжак іжак', 'ў у', 'が か', 'ぱ は', 'हिन्दी हन्द', 'قَ ق', 'שׁ ש'])
    assert.notEqual(foldText(other.split(' ')[0] ?? ''), foldText(other.split(' ')[1] ?? ''), other);
});

test('the places of folded text are those of the original', () => {
  const original = '🎉 e\u0301 ﬁn Straße 上\n海';
  const [{ text, starts, ends }] = foldedForms(original);
  assert.deepEqual([starts.length, ends.length], [text.length, text.length]);
  const at = (part: string) => {
    const from = text.indexOf(part);
    return original.slice(starts[from], ends[from + part.length - 1]);
  };
  assert.deepEqual(['e', 'fin', 'strasse', '上海'].map(at), ['e\u0301', 'ﬁn', 'Straße', '上\n海']);
});

test('[TODO-9] a phrase has the places that the server counts', () => {
  const find = (text: string, typed: string) =>
    phrasePlaces(text, typed).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(find('Loan, LOAN\nagreement, reloan', 'loan'), ['Loan', 'LOAN']);
  assert.deepEqual(find('Loan, LOAN\nagreement, reloan', 'loan agreement'), ['LOAN\nagreement']);
  assert.deepEqual(find('我家在上\n海东边', '上海'), ['上\n海']);
  assert.deepEqual(find('C and C++', 'c++'), ['C++']);
  assert.deepEqual(find('a (7.5 %)', '(7.5 %'), ['(7.5 %']);
  assert.deepEqual(find('Für Fuel, fürs für-fur', 'fü'), ['Fü', 'Fue', 'fü', 'fü', 'fu']);
  assert.deepEqual(find('Prüfung, Pruefung, Prufung', 'pruefung'), ['Prüfung', 'Pruefung']);
  assert.deepEqual(find('Prüfung, Pruefung, Prufung', 'prufung'), ['Prüfung', 'Prufung']);
  assert.deepEqual(find('Prüfung, Pruefung, Prufung', 'prüfung'), ['Prüfung', 'Pruefung', 'Prufung']);
  assert.deepEqual(find('anything', '…'), []);
});

test('[TODO-11] names are filtered by what was typed, without accents, however it is encoded', () => {
  assert.ok(hasParts('Élif Ｙılmaz', 'e\u0301l yil'));
  assert.ok(hasParts('Jörg Müller', 'mueller joe'));
  assert.ok(hasParts('Jørgen Aagaard', 'jorgen ågaard'));
  assert.ok(hasParts('王小明', '小明'));
  assert.ok(hasParts('Anna', '  '));
  assert.ok(!hasParts('Anna', 'nab'));
  assert.ok(hasBeginnings('Anna Berg', 'ber'));
  assert.ok(!hasBeginnings('Anna Berg', 'erg'));
  assert.ok(hasBeginnings('王小明', '小明'));
  assert.ok(hasBeginnings('สมชาย', 'ชาย'));
});

test('[TODO-12] punctuation around a word is none of it', () => {
  const terms = (typed: string) => searchTerms(typed).map(({ text }) => text);
  assert.deepEqual(terms('"hello", (world)! …'), ['hello', 'world']);
  assert.deepEqual(terms('C++, .NET; #12: 50% ...and'), ['c++', '.net', '#12', '50%', 'and']);
});
