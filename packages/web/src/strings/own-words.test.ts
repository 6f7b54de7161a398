import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { clientTexts } from '@ringbinder/protocol/client-texts.ts';
import { test } from 'vitest';
import { catalogueOf, languages, readMessages } from '../../../locales/src/index.ts';
import type { Texts } from './language.ts';

for (const [id, messages] of Object.entries(clientTexts))
  test(`[LANG-28] ${id} replaces messages that stand alone`, async () => {
    for (const message of messages) {
      const [group = '', ...names] = message.split('.');
      const all = (await import(`./messages/${group}.ts`)) as Record<string, Texts>;
      const camel = group.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      const text = names.reduce<Texts[string] | undefined>(
        (parent, name) => (typeof parent === 'object' ? parent[name] : undefined),
        all[camel],
      );
      assert.equal(typeof text, 'string', `${message} has no placeholder`);
      assert.doesNotMatch(String(text), /[.?!…]$/, `${message} is no sentence`);
    }
  });

const catalogueId = (message: string) =>
  message.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

for (const name of new Set(languages.map(catalogueOf)))
  test(`[LANG-29] the console shows the words of the product in ${name}`, () => {
    const path = new URL(`../../../../locales/${name}.po`, import.meta.url);
    const texts = new Map(
      readMessages(readFileSync(path, 'utf8')).map(({ id, english, translation }) => [
        id,
        translation || english,
      ]),
    );
    for (const [id, [first]] of Object.entries(clientTexts))
      assert.equal(texts.get(`own_words.words.${id}`), texts.get(catalogueId(first)), id);
  });
