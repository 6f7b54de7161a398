import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { becomes, startService, type TestService, until, uploadFile } from '@ringbinder/testkit';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import type { Page } from 'playwright-core';
import { webm } from '../../../../../conformance/src/fixtures/media.ts';
import { makeImage } from '../../media/testing/fixtures.ts';
import { type AppFixture, createAppFixture, openApp } from './testing/app-page.ts';
import { inspectEverywhere } from './testing/console-page.ts';
import { buildPages } from './testing/fixture.ts';

let service: TestService;
let fixture: AppFixture;
const browser = testBrowser();
before(async () => {
  buildPages();
  service = await startService();
  fixture = await createAppFixture(service);
});
after(async () => {
  await browser.close();
  await service.close();
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function binderOf(name: string, uploads: readonly [Uint8Array<ArrayBuffer> | string, string][]) {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder(name, ada, [ben]);
  const ids: number[] = [];
  for (const [bytes, file] of uploads) {
    const { pages } = await uploadFile(service, { binderId: id, token: ada.token }, bytes, file);
    ids.push(...pages.map((page: { id: number }) => page.id));
  }
  const to = (at: number) => `/b/${id}/pages/${ids[at]}`;
  return { id, ids, to };
}

/** As if the page were the recording of a meet, which Ben joined after nine seconds. */
async function callItARecording(binderId: string, pageId: number) {
  const { ada } = fixture;
  const { body } = await service.call('POST', `/${binderId}/meets`, {
    token: ada.token,
    json: { name: 'Talk' },
  });
  const begun = service.clock.now();
  const marks = [
    { type: 'joined', name: 'Ada', at: begun },
    { type: 'joined', name: 'Ben', at: begun + 9_000 },
  ];
  await service.env.db.query(
    `INSERT INTO meet_recordings (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at, marks)
     SELECT $1, $2, file_id, $3, $4::bigint, $4::bigint + 20000, $4, $5 FROM pages WHERE binder_id = $1 AND id = $3`,
    [binderId, body.data.id, pageId, begun, JSON.stringify(marks)],
  );
  return { meetId: body.data.id, begun };
}

test(
  '[VIEW-10] [MEET-19] [STAGE-10] sound and video are played, sought and slowed down by own controls and by keys, with captions of a meet',
  browser.needed,
  async () => {
    const { id, ids, to } = await binderOf('Playing', [
      [wav(20), 'Talk.wav'],
      [new Uint8Array(webm), 'Clip.webm'],
    ]);
    for (const [page, from] of [8_000, 0].entries()) {
      const { meetId, begun } = await callItARecording(id, ids[page] ?? 0);
      await service.env.db.query(
        `INSERT INTO meet_captions (binder_id, meet_id, seq, user_id, name, language, text, started_at, ended_at)
         VALUES ($1, $2, 1, NULL, 'Grace', 'en', 'The rate is fixed.', $3::bigint, $3::bigint + 12000)`,
        [id, meetId, begun + from],
      );
    }
    const { page, errors } = await openApp(browser, service, fixture.ada.email, { path: to(0) });
    const media = (what: string) =>
      page.evaluate<number | boolean | string>(`document.querySelector('.viewer :is(audio, video)').${what}`);
    await page.getByText('0:00 / 0:20').waitFor();
    await page.getByRole('slider', { name: 'Position' }).fill('12');
    await until('it was sought', async () => Math.abs(Number(await media('currentTime')) - 12) < 0.2);
    await page.getByLabel('Speed').selectOption('1.5');
    await becomes(() => media('playbackRate'), 1.5);
    await button(page, 'Mute').click();
    await becomes(() => media('muted'), true);
    await page.locator('.stage').focus();
    await page.keyboard.press('ArrowLeft');
    await until('five seconds back', async () => Math.abs(Number(await media('currentTime')) - 7) < 0.2);
    await page.keyboard.press('k');
    await button(page, 'Pause').waitFor();
    await page.keyboard.press('k');
    await button(page, 'Play').waitFor();
    await page.getByText('2 chapters').waitFor();
    await button(page, /Ben joined/).click();
    await until('it was sought', async () => Math.abs(Number(await media('currentTime')) - 9) < 1);
    await page.locator('.chapters [aria-current]', { hasText: 'Ben joined' }).waitFor();
    await button(page, 'Pause').click();
    await becomes(() => page.locator('.stage-captions').innerText(), 'Grace The rate is fixed.');
    await inspectEverywhere(page, 'viewer sound');
    await button(page, 'Captions').click();
    await page.locator('.stage-captions').waitFor({ state: 'detached' });

    await page.keyboard.press('PageDown');
    await page.locator('video').waitFor();
    assert.match(String(await media('poster')), /\/tiles\/0\/0\/0\?/);
    await until('it can be played', async () => Number(await media('readyState')) >= 1);
    const captions = button(page, 'Captions');
    await until(
      'there are captions',
      async () => (await media('textTracks[0]?.cues?.[0]?.text')) !== undefined,
    );
    assert.equal(await media('textTracks[0].cues[0].text'), '<v Grace>The rate is fixed.');
    await becomes(() => captions.getAttribute('aria-pressed'), 'true');
    await captions.click();
    await becomes(() => media('textTracks[0].mode'), 'hidden');
    await inspectEverywhere(page, 'viewer video');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[VIEW-11] a web page is shown in a sandbox, a link as a card, a picture sharply',
  browser.needed,
  async () => {
    const html =
      '<html><body><h1>Terms</h1><script>parent.hacked = true</script><p style="color:#a00">Read <a href="https://example.com/">all</a></p></body></html>';
    const picture = await makeImage({ format: 'png', width: 2600, height: 1400 });
    const { id, to, ids } = await binderOf('Kinds', [
      [html, 'terms.html'],
      [new Uint8Array(picture), 'plan.png'],
    ]);
    const url = 'https://land-register.example/extract';
    const { token } = fixture.ada;
    const made = await service.call('POST', `/${id}/pages`, {
      token,
      json: { type: 'url', url, name: 'Land register' },
    });
    const { page, errors, requests } = await openApp(browser, service, fixture.ada.email, { path: to(0) });
    const frame = page.frameLocator('iframe.web-frame');
    await frame.getByRole('heading', { name: 'Terms' }).waitFor();
    assert.equal(
      await frame.getByText('Read').evaluate('getComputedStyle(document.querySelector("p")).color'),
      'rgb(170, 0, 0)',
    );
    assert.equal(await frame.locator('script').count(), 0);
    const inside = page.frames().find((each) => each.url().includes('/frame?'));
    assert.equal(await inside?.evaluate('origin'), 'null', 'an origin of its own');
    assert.equal(await page.evaluate('window.hacked'), undefined);
    await inspectEverywhere(page, 'viewer web page');
    const json = { text: 'Where?', is_position_comment: true, x: 60, y: 70 };
    await service.call('POST', `/${id}/pages/${ids[0]}/comments`, { token, json });
    await button(page, /^Comment 1 by Ada Lovelace/).waitFor();
    await page.locator('.page-tile.whole[data-there=true]').waitFor();
    assert.equal(await page.locator('iframe').count(), 0, 'places are on the sheet');

    await page.goto(`${service.origin}${to(1)}`);
    await page.getByLabel('Size').selectOption('200');
    await page.locator('.page-tiles[data-level="2"][data-sharp=true]').waitFor();
    await page.keyboard.press('0');

    await page.goto(`${service.origin}/b/${id}/pages/${made.body.data.page_id}`);
    const link = page.getByRole('link', { name: 'Open in a new tab' });
    assert.deepEqual(
      [await link.getAttribute('href'), await link.getAttribute('rel'), await link.getAttribute('target')],
      [url, 'noreferrer noopener', '_blank'],
    );
    await inspectEverywhere(page, 'viewer link');
    assert.ok(!requests.some((each) => !each.startsWith(service.origin)), 'nothing is loaded from elsewhere');
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);

test(
  '[VIEW-12] the viewer can be used by all, at both widths and in both schemes',
  browser.needed,
  async () => {
    const lines = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of what was agreed on Monday.`);
    const { id, ids, to } = await binderOf('Looks', [[lines.join('\n'), 'Minutes.md']]);
    const { ada, ben } = fixture;
    const path = `/${id}/pages/${ids[0]}`;
    const say = (user: { token: string }, text: string, place?: { x: number; y: number }) =>
      service.call('POST', `${path}/comments`, {
        token: user.token,
        json: { text, ...(place && { is_position_comment: true, ...place }) },
      });
    await say(ben, 'Was this really on Monday? I remember Tuesday.', { x: 300, y: 120 });
    await say(ada, 'Monday, in the afternoon.', { x: 300, y: 120 });
    await say(ada, 'Please check the numbers of this part.', { x: 120, y: 380 });
    await say(ben, 'Good minutes, thank you.');
    await service.call('POST', `${path}/annotations`, {
      token: ben.token,
      json: {
        client_uuid: 'mark',
        svg_tag: '<rect x="50" y="100" width="330" height="14" fill="#ffd43b" style="fill-opacity:0.5"/>',
      },
    });
    const { page, errors } = await openApp(browser, service, ada.email, { path: to(0) });
    await page.locator('.text-layer span').first().waitFor();
    await page.locator('.annotations rect').waitFor();
    await button(page, '4 comments').click();
    await button(page, 'At pin 1').click();
    await page.getByLabel('Answer').waitFor();
    await button(page, 'Small pictures of all pages').click();
    await inspectEverywhere(page, 'viewer comments');
    await button(page, 'Small pictures of all pages').click();
    await button(page, 'Close the comments').click();
    await button(page, 'Find on all pages').click();
    await page.getByRole('searchbox').fill('monday');
    await page.getByText(/^1 of 30$/).waitFor();
    await inspectEverywhere(page, 'viewer search');
    await button(page, 'End the search').click();
    await button(page, 'More to do with this page').click();
    await inspectEverywhere(page, 'viewer menu');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as PDF, with what was drawn' }).click();
    assert.equal((await download).suggestedFilename(), 'Minutes.pdf');
    await button(page, 'More to do with this page').click();
    const original = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download as it was' }).click();
    assert.equal((await original).suggestedFilename(), 'Minutes.md');

    await button(page, 'Edit the text').click();
    await page.getByLabel('Text of the note, in Markdown').fill('Mine');
    await service.call('POST', path, { token: ben.token, json: { text: 'Theirs' } });
    await button(page, 'Save').click();
    await page.getByLabel('What is in the binder now').waitFor();
    await inspectEverywhere(page, 'viewer note');
    await button(page, 'Go on with theirs').click();
    await button(page, 'Close').click();
    await page.locator('.stage').waitFor();
    assert.deepEqual(
      errors.filter((each) => !each.includes('412')),
      [],
    );
    await page.context().close();
  },
);

test('[VIEW-9] of two who edit a note nobody loses anything', browser.needed, async () => {
  const { ada, ben } = fixture;
  const id = await fixture.addBinder('Minutes', ada, [ben]);
  const json = { type: 'note', name: 'Agenda', text: 'One' };
  const made = await service.call('POST', `/${id}/pages`, { token: ada.token, json });
  const path = `/b/${id}/pages/${made.body.data.page_id}`;
  const mine = await openApp(browser, service, ada.email, { path });
  const theirs = await openApp(browser, service, ben.email, { path });
  const field = (page: Page) => page.getByLabel('Text of the note, in Markdown');
  for (const { page } of [mine, theirs]) {
    await button(page, 'Edit the text').click();
    await field(page).waitFor();
  }
  await field(theirs.page).fill('One by Ben');
  await field(mine.page).fill('One by Ada');
  await theirs.page.keyboard.press('Control+Enter');
  await mine.page.getByText('Nothing of either is lost.').waitFor();
  await mine.page.reload();
  await button(mine.page, 'Edit the text').click();
  await until('what was written is still there', async () => {
    const { page } = mine;
    return (await field(page).count()) === 1 && (await field(page).inputValue()) === 'One by Ada';
  });
  await button(mine.page, 'Save').click();
  await until('both are shown', async () => {
    const now = mine.page.getByLabel('What is in the binder now');
    return (await now.count()) === 1 && (await now.inputValue()) === 'One by Ben';
  });
  await mine.page.getByLabel('What you have written').fill('One by Ben and Ada');
  await button(mine.page, 'Save mine in its place').click();
  await until('the other sees it', async () => {
    const words = await theirs.page.locator('.note-body').allTextContents();
    return words.join('').trim() === 'One by Ben and Ada';
  });
  const errors = [...mine.errors, ...theirs.errors].filter((each) => !each.includes('412'));
  assert.deepEqual(errors, []);
  await mine.page.context().close();
  await theirs.page.context().close();
});

/** Silence of some seconds. */
function wav(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Buffer.alloc(8000 * seconds, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(samples.length, 40);
  return new Uint8Array(Buffer.concat([head, samples]));
}
