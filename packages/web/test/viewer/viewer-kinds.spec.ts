import assert from 'node:assert/strict';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { type App, expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { webm } from '../../../../conformance/src/fixtures/media.ts';
import { binderOf, buttonOf, chooseMore, LOAN_PDF } from '../support/viewer-page.ts';

async function makeRecording({ org, service }: App, binderId: string, pageId: number, captionAt: number) {
  const { body } = await service.call('POST', `/${binderId}/meets`, {
    token: org.ada.token,
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
  await service.env.db.query(
    `INSERT INTO meet_captions (binder_id, meet_id, seq, user_id, name, language, text, started_at, ended_at)
     VALUES ($1, $2, 1, NULL, 'Grace', 'en', 'The rate is fixed.', $3::bigint, $3::bigint + 12000)`,
    [binderId, body.data.id, begun + captionAt],
  );
}

test('[VIEW-10] [MEET-19] [STAGE-10] controls and keys play, seek and slow down sound and video, with chapters and captions', async ({
  app,
  org,
}) => {
  const { id, ids, to } = await binderOf(app, 'Playing', [
    [wav(20), 'Talk.wav'],
    [new Uint8Array(webm), 'Clip.webm'],
  ]);
  for (const [at, captionAt] of [8_000, 0].entries()) await makeRecording(app, id, ids[at] ?? 0, captionAt);
  const page = await app.open(org.ada, { path: to(0) });
  const media = (what: string) =>
    page.evaluate<number | boolean | string>(`document.querySelector('.viewer :is(audio, video)').${what}`);
  const is = (what: string, expected: unknown) => expect.poll(() => media(what), what).toEqual(expected);
  const isNear = (seconds: number, tolerance: number) =>
    expect.poll(async () => Math.abs(Number(await media('currentTime')) - seconds)).toBeLessThan(tolerance);
  const captions = buttonOf(page, 'Captions');

  await test.step('sound', async () => {
    await page.getByText('0:00 / 0:20').waitFor();
    await page.getByRole('slider', { name: 'Position' }).fill('12');
    await isNear(12, 0.2);
    await page.getByLabel('Speed').selectOption('1.5');
    await is('playbackRate', 1.5);
    await buttonOf(page, 'Mute').click();
    await is('muted', true);
    await page.locator('.stage').focus();
    await page.keyboard.press('ArrowLeft');
    await isNear(7, 0.2);
    await page.keyboard.press('k');
    await buttonOf(page, 'Pause').waitFor();
    await page.keyboard.press('k');
    await buttonOf(page, 'Play').waitFor();
    await page.keyboard.press(' ');
    await buttonOf(page, 'Pause').waitFor();
    await page.keyboard.press(' ');
    await buttonOf(page, 'Play').waitFor();
  });

  await test.step('chapters and captions of a recording', async () => {
    await page.getByText('2 chapters').waitFor();
    await buttonOf(page, /Ben joined/).click();
    await isNear(9, 1);
    await page.locator('.chapters [aria-current]', { hasText: 'Ben joined' }).waitFor();
    await buttonOf(page, 'Pause').click();
    await expect(page.locator('.stage-captions')).toHaveText('Grace The rate is fixed.', {
      useInnerText: true,
    });
    await inspectEverywhere(page, 'viewer sound');
    await captions.click();
    await page.locator('.stage-captions').waitFor({ state: 'detached' });
  });

  await test.step('video, with its poster and captions', async () => {
    await page.keyboard.press('PageDown');
    await expect(page.locator('video')).toHaveAttribute('poster', /\/tiles\/0\/0\/0\?/);
    await expect.poll(async () => Number(await media('readyState'))).toBeGreaterThanOrEqual(1);
    await is('textTracks[0]?.cues?.[0]?.text', '<v Grace>The rate is fixed.');
    await expect(captions).toHaveAttribute('aria-pressed', 'true');
    await captions.click();
    await is('textTracks[0].mode', 'hidden');
    await inspectEverywhere(page, 'viewer video');
  });
});

test('[VIEW-18] sound has a waveform that seeks, and neither sound nor links are rotated or enlarged', async ({
  app,
  org,
  service,
}) => {
  const { id, to } = await binderOf(app, 'Heard', [
    [LOAN_PDF, 'Loan.pdf'],
    [wav(20), 'Talk.wav'],
  ]);
  const json = { type: 'url', url: 'https://land-register.example/extract', name: 'Land register' };
  await service.call('POST', `/${id}/pages`, { token: org.ada.token, json });
  const page = await app.open(org.ada, { path: to(2), loadsAhead: true });
  const tools = ['Rotate', 'Zoom in', 'Zoom out'];
  const hasTools = async (count: number) => {
    for (const name of tools) await expect(buttonOf(page, name)).toHaveCount(count);
  };
  const widthOf = async () => (await page.locator('.stage-page').boundingBox())?.width ?? 0;
  await hasTools(1);
  for (const key of ['r', '+', '+', '+']) await page.keyboard.press(key);
  const enlarged = await widthOf();
  await page.getByRole('link', { name: 'Next document' }).click();
  await page.locator('.waveform').waitFor();
  await hasTools(0);
  const fitting = await widthOf();
  for (const key of ['r', '+', '1']) await page.keyboard.press(key);
  assert.equal(await widthOf(), fitting, 'the keys do nothing');
  const { width = 0 } = (await page.locator('.waveform').boundingBox()) ?? {};
  await page.locator('.waveform').click({ position: { x: width * 0.75, y: 20 } });
  const state = () =>
    page.evaluate<[number, boolean]>(
      `(({ currentTime, paused }) => [Math.round(currentTime), paused])(document.querySelector('.viewer audio'))`,
    );
  await expect.poll(state).toEqual([15, true]);
  await page.locator('.waveform .played').waitFor({ state: 'attached' });
  await inspectEverywhere(page, 'viewer waveform');
  await page.getByRole('link', { name: 'Next document' }).click();
  await page.getByRole('link', { name: 'Open in a new tab' }).waitFor();
  await hasTools(0);
  for (let back = 0; back < 2; back++) await page.getByRole('link', { name: 'Previous document' }).click();
  await hasTools(1);
  await expect.poll(widthOf, 'the zoom of the sheet returns').toBe(enlarged);
});

test('[VIEW-11] a web page is shown in a sandbox, a link as a card, and a picture as sharp as it is', async ({
  app,
  org,
  service,
}) => {
  const html =
    '<html><body><h1>Terms</h1><script>parent.hacked = true</script><p style="color:#a00">Read <a href="https://example.com/">all</a></p></body></html>';
  const picture = await makeImage({ format: 'png', width: 2600, height: 1400 });
  const { id, to, ids } = await binderOf(app, 'Kinds', [
    [html, 'terms.html'],
    [new Uint8Array(picture), 'plan.png'],
  ]);
  const url = 'https://land-register.example/extract';
  const { token } = org.ada;
  const created = await service.call('POST', `/${id}/pages`, {
    token,
    json: { type: 'url', url, name: 'Land register' },
  });
  const page = await app.open(org.ada, { path: to(0) });

  await test.step('a web page', async () => {
    const frame = page.frameLocator('iframe.web-frame');
    await frame.getByRole('heading', { name: 'Terms' }).waitFor();
    await expect(frame.locator('p')).toHaveCSS('color', 'rgb(170, 0, 0)');
    assert.equal(await frame.locator('script').count(), 0);
    const inside = page.frames().find((each) => each.url().includes('/frame?'));
    assert.equal(await inside?.evaluate('origin'), 'null', 'it has an origin of its own');
    assert.equal(await page.evaluate('window.hacked'), undefined);
    await inspectEverywhere(page, 'viewer web page');
    const json = { text: 'Where?', is_position_comment: true, x: 60, y: 70 };
    await service.call('POST', `/${id}/pages/${ids[0]}/comments`, { token, json });
    await buttonOf(page, /^Comment 1 by Ada Lovelace/).waitFor();
    await page.locator('.page-tile.whole[data-there=true]').waitFor();
    assert.equal(await page.locator('iframe').count(), 0, 'a pin needs the sheet');
  });

  await test.step('a picture', async () => {
    await page.locator('.stage').focus();
    await page.keyboard.press('PageDown');
    await page.waitForURL((address) => address.pathname === to(1));
    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('200');
    await page.locator('.page-tiles[data-level="2"][data-sharp=true]').waitFor();
    await page.keyboard.press('0');
  });

  await test.step('a link', async () => {
    await page.locator('.stage').focus();
    await page.keyboard.press('PageDown');
    await page.waitForURL((address) => address.pathname.endsWith(`/${created.body.data.page_id}`));
    const link = page.getByRole('link', { name: 'Open in a new tab' });
    await expect(link).toHaveAttribute('href', url);
    await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
    await expect(link).toHaveAttribute('target', '_blank');
    await inspectEverywhere(page, 'viewer link');
  });
  assert.ok(
    app.requestsOf(page).every((each) => each.startsWith(service.origin)),
    'nothing is loaded from other hosts',
  );
});

test('[VIEW-12] the viewer is accessible at both widths and in both schemes, and a page can be downloaded', async ({
  app,
  org,
  service,
}) => {
  app.allowErrors(/412|ERR_INTERNET_DISCONNECTED/);
  const lines = Array.from({ length: 30 }, (_, line) => `Line ${line + 1} of what was agreed on Monday.`);
  const { id, ids, to } = await binderOf(app, 'Looks', [[lines.join('\n'), 'Minutes.md']]);
  const { ada, ben } = org;
  const path = `/${id}/pages/${ids[0]}`;
  const comment = (user: { token: string }, text: string, place?: { x: number; y: number }) =>
    service.call('POST', `${path}/comments`, {
      token: user.token,
      json: { text, ...(place && { is_position_comment: true, ...place }) },
    });
  await comment(ben, 'Was this really on Monday? I remember Tuesday.', { x: 300, y: 120 });
  await comment(ada, 'Monday, in the afternoon.', { x: 300, y: 120 });
  await comment(ada, 'Please check the numbers of this part.', { x: 120, y: 380 });
  await comment(ben, 'Good minutes, thank you.');
  await service.call('POST', `${path}/annotations`, {
    token: ben.token,
    json: {
      client_uuid: 'mark',
      svg_tag: '<rect x="50" y="100" width="330" height="14" fill="#ffd43b" style="fill-opacity:0.5"/>',
    },
  });
  const page = await app.open(ada, { path: to(0) });

  await test.step('with comments, a search and the menu', async () => {
    await page.locator('.text-layer span').first().waitFor();
    await page.locator('.annotations rect').waitFor();
    await buttonOf(page, '4 comments').click();
    await buttonOf(page, 'Go to pin 1').click();
    await page.getByLabel('Reply', { exact: true }).waitFor();
    await inspectEverywhere(page, 'viewer comments');
    await buttonOf(page, 'Close comments').click();
    await buttonOf(page, 'Search all pages').click();
    await page.getByRole('searchbox').fill('monday');
    await page.getByText(/^1 of 30$/).waitFor();
    await inspectEverywhere(page, 'viewer search');
    await buttonOf(page, 'Close search').click();
    await buttonOf(page, 'More actions').click();
    await inspectEverywhere(page, 'viewer menu');
    await page.keyboard.press('Escape');
  });

  await test.step('downloads', async () => {
    for (const [item, name] of [
      ['Download PDF with annotations', 'Minutes.pdf'],
      ['Download original', 'Minutes.md'],
    ] as const) {
      const download = page.waitForEvent('download');
      await chooseMore(page, item);
      assert.equal((await download).suggestedFilename(), name);
    }
  });

  await test.step('with a note that two people have edited', async () => {
    await buttonOf(page, 'Edit text').click();
    const field = page.getByRole('textbox', { name: 'Text of the note' });
    await field.waitFor();
    await inspectEverywhere(page, 'viewer note editor');
    await page.context().setOffline(true);
    await field.fill('Mine');
    await page.getByText('No connection. Your text is safe').waitFor();
    await service.call('POST', path, { token: ben.token, json: { text: 'Theirs' } });
    await page.context().setOffline(false);
    await page.getByLabel('Version in the binder').waitFor();
    await inspectEverywhere(page, 'viewer note');
    await buttonOf(page, 'Keep their version').click();
    await buttonOf(page, 'Done').click();
    await page.locator('.stage').waitFor();
  });
});

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
