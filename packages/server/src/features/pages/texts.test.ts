import assert from 'node:assert/strict';
import { MediaBusy, MediaUnreadable } from '@ringbinder/page-renderer';
import { makeImage, makePdf } from '@ringbinder/page-renderer/testing';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { makePage } from './testing/annotate.ts';
import { type Uploader, uploaded } from './testing/upload.ts';
import { indexPageTexts } from './texts.ts';

let service: TestService;
let owner: Uploader['owner'];
let uploader: Uploader;
beforeAll(async () => {
  service = await startService();
  owner = await service.make.user();
});
afterAll(() => service.close());
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner as never), owner };
});

async function storedTexts(): Promise<string[]> {
  const rows = await service.env.db.query<{ text: string }>(
    'SELECT text FROM page_texts WHERE binder_id = $1 ORDER BY page_id',
    [uploader.binderId],
  );
  return rows.map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

test('[PAGE-35] the words of PDFs, notes and web pages are read, those of other pages are none', async () => {
  await uploaded(service, uploader, makePdf({ pages: 3, text: 'alpha' }));
  await uploaded(service, uploader, 'Notes of the day', 'a.txt');
  await uploaded(service, uploader, '<html><script>no()</script><p>Web words', 'a.html');
  await uploaded(service, uploader, await makeImage({ format: 'png', width: 9, height: 9 }), 'a.png');
  await makePage(service, uploader, { type: 'whiteboard' });
  assert.equal(await indexPageTexts(service.env, uploader.binderId), 'all');
  assert.deepEqual(await storedTexts(), [
    'Page 1 alpha',
    'Page 2 alpha',
    'Page 3 alpha',
    'Notes of the day',
    'Web words',
  ]);
});

test('[PAGE-35] a page is read once, and what is new is read by the next call', async () => {
  const { media } = service.env;
  let jobs = 0;
  service.env.media = {
    ...media,
    texts(...args) {
      jobs++;
      return media.texts(...args);
    },
  };
  await uploaded(service, uploader, makePdf({ pages: 150, text: 'a' }));
  await indexPageTexts(service.env, uploader.binderId);
  assert.equal(jobs, 2, 'a hundred pages a job');
  await indexPageTexts(service.env, uploader.binderId);
  assert.equal(jobs, 2);
  await uploaded(service, uploader, makePdf({ text: 'new' }));
  await indexPageTexts(service.env, uploader.binderId);
  service.env.media = media;
  assert.equal(jobs, 3);
  assert.equal((await storedTexts()).at(-1), 'Page 1 new');
});

test('[PAGE-35] a note that is made or changed is found by its words at once', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'first words' });
  assert.deepEqual(await storedTexts(), ['first words']);
  await service.call('POST', `/${uploader.binderId}/pages/${id}`, {
    token: owner.token,
    json: { text: 'second' },
  });
  assert.deepEqual(await storedTexts(), ['second']);
});

test('[PAGE-35] what cannot be read is a page without words; one that breaks a job costs only its own', async () => {
  await uploaded(service, uploader, makePdf({ pages: 3, text: 'a' }));
  const { media } = service.env;
  service.env.media = {
    ...media,
    texts: (path, input) =>
      input.indexes.includes(1) ? Promise.reject(new MediaUnreadable('it broke')) : media.texts(path, input),
  };
  await indexPageTexts(service.env, uploader.binderId);
  service.env.media = media;
  assert.deepEqual(await storedTexts(), ['Page 1 a', '', 'Page 3 a']);
});

test('[PAGE-51] a page that cannot be read again keeps the words that it has', async () => {
  await uploaded(service, uploader, makePdf({ text: 'a' }));
  await indexPageTexts(service.env, uploader.binderId);
  await service.env.db.query('UPDATE page_texts SET reader_version = 1 WHERE binder_id = $1', [
    uploader.binderId,
  ]);
  const { media } = service.env;
  let jobs = 0;
  const texts = () => Promise.reject(jobs++ === 0 && new MediaUnreadable('it broke'));
  service.env.media = { ...media, texts };
  assert.equal(await indexPageTexts(service.env, uploader.binderId), 'all');
  assert.equal(await indexPageTexts(service.env, uploader.binderId), 'all');
  service.env.media = media;
  assert.equal(jobs, 1);
  assert.deepEqual(await storedTexts(), ['Page 1 a']);
});

test('[PAGE-35] an engine without time leaves the rest for later', async () => {
  await uploaded(service, uploader, makePdf({ text: 'a' }));
  const { media } = service.env;
  service.env.media = { ...media, texts: () => Promise.reject(new MediaBusy('busy')) };
  assert.equal(await indexPageTexts(service.env, uploader.binderId), 'busy');
  service.env.media = media;
  assert.deepEqual(await storedTexts(), []);
  await indexPageTexts(service.env, uploader.binderId);
  assert.deepEqual(await storedTexts(), ['Page 1 a']);
});
