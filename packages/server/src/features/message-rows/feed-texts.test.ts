import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { camelCase, openCatalogue, readMessages } from '@ringbinder/locales';
import { test } from 'vitest';
import { feedTexts } from './feed-texts.ts';

test('[LANG-32] each line of the server in a chat is a message of the catalogue', async () => {
  const { text } = await openCatalogue('en');
  const po = readFileSync(new URL('../../../../../locales/en.po', import.meta.url), 'utf8');
  const ids = readMessages(po).flatMap(({ id }) => (id.startsWith('feed.') ? [id] : []));
  assert.deepEqual(
    ids.map((id) => camelCase(id.slice('feed.'.length))).toSorted(),
    Object.keys(feedTexts).toSorted(),
  );
  for (const id of ids) {
    const write = feedTexts[camelCase(id.slice('feed.'.length)) as keyof typeof feedTexts];
    for (const value of [1, 12])
      assert.equal(write(value as never), text(id, { name: value, title: value, count: value }), id);
  }
});
