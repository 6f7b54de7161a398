import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  type App,
  expect,
  inspectEverywhere,
  type Page,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { makeWav, webm } from '../../../../conformance/src/fixtures/media.ts';
import { binderOf, buttonOf } from '../support/viewer-page.ts';

test.use({ serviceOptions: { background: true } });

const VTT = `WEBVTT

00:00.000 --> 00:00.500
<v Grace Hopper>利率是固定的

00:00.400 --> 00:00.800 line:0
مرحبا بالجميع

00:00.800 --> 01:00:00.900
<v Ada>Amortisation &amp; <i>terms</i>
`;

const put = ({ service, org }: App, binderId: string, pageId: number | undefined, body: string, query = '') =>
  service.call('PUT', `/${binderId}/pages/${pageId}/captions${query}`, {
    token: org.ben.token,
    body,
    headers: { 'content-type': 'text/vtt' },
  });

const choose = (page: Page, name: string, content: string) =>
  page
    .getByLabel('WebVTT or SRT file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });

const transcript = (page: Page) => page.locator('details', { hasText: 'Transcript' });

test('[VIEW-29] captions are added, corrected, downloaded and removed, and open viewers follow', async ({
  app,
  org,
}) => {
  app.allowErrors(/400/);
  const { to } = await binderOf(app, 'Captioned', [[new Uint8Array(webm), 'Clip.webm']]);
  const page = await app.open(org.ada, { path: to(0) });
  const other = await app.open(org.ben, { path: to(0) });
  const track = (of: Page, what: string) =>
    of.evaluate<string | undefined>(`document.querySelector('video')?.querySelector('track')?.${what}`);
  await buttonOf(other, 'Add captions').waitFor();

  await test.step('a file with a fault', async () => {
    await buttonOf(page, 'Add captions').click();
    await page.getByRole('dialog').getByText('None').first().waitFor();
    await choose(page, 'talk.vtt', 'WEBVTT\n\n00:01.000 -> 00:02.000\nOne\n');
    await buttonOf(page, 'Save').click();
    await page.getByText('line 3').first().waitFor();
    await inspectEverywhere(page, 'captions refused');
  });

  await test.step('a file of Whisper', async () => {
    await choose(page, 'talk.vtt', VTT);
    await page.getByLabel('Language').selectOption('zh');
    await buttonOf(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const each of [page, other]) {
      // With the focus elsewhere, the space bar would play the video.
      await transcript(each).locator('summary').press('Space');
      await transcript(each).getByRole('button', { name: 'Ada: Amortisation & terms' }).waitFor();
      await expect.poll(() => track(each, 'srclang')).toBe('zh');
      await expect.poll(() => track(each, 'track.mode')).toBe('showing');
    }
    await expect(transcript(page).getByText('利率是固定的')).toHaveAttribute('lang', 'zh');
    await inspectEverywhere(page, 'transcript of a video');
  });

  await test.step('a correction as SubRip, with a byte order mark and CRLF', async () => {
    await buttonOf(page, 'Edit captions').click();
    await inspectEverywhere(page, 'captions dialog');
    await choose(page, 'talk.srt', '\uFEFF1\r\n00:00:00,000 --> 00:00:01,000\r\nCorrected\r\n');
    await buttonOf(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const each of [page, other]) {
      await expect(transcript(each).getByRole('listitem')).toHaveCount(1);
      await transcript(each).getByText('Corrected').waitFor();
    }
  });

  await test.step('download and removal', async () => {
    await buttonOf(page, 'Edit captions').click();
    const download = page.waitForEvent('download');
    await buttonOf(page, 'Download: Captions').click();
    const saved = await readFile(await (await download).path(), 'utf8');
    assert.equal(saved, 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nCorrected\n');
    await buttonOf(page, 'Remove: Captions').click();
    await page.getByText('Captions removed').first().waitFor();
    await buttonOf(page, 'Remove: Captions').waitFor({ state: 'detached' });
    await expect(page.locator('dialog :focus')).toHaveCount(1);
    await buttonOf(page, 'Cancel').click();
    for (const each of [page, other]) {
      await buttonOf(each, 'Add captions').waitFor();
      await expect(each.locator('video track')).toHaveCount(0);
    }
  });
});

test('[VIEW-30] the transcript seeks, marks the current line, and is searched, also by those who may only read', async ({
  app,
  org,
  service,
}) => {
  const { id, ids, to } = await binderOf(app, 'Read', [[new Uint8Array(makeWav()), 'Talk.wav']]);
  const { status } = await put(app, id, ids[0], VTT, '?language=zh');
  assert.equal(status, 200);
  await put(app, id, ids[0], 'WEBVTT\n\n00:00.450 --> 00:00.700\nAda draws a chart\n', '?kind=descriptions');
  const page = await app.open(org.ada, { path: to(0) });
  const lines = transcript(page).getByRole('button');
  await expect(lines).toHaveText(
    [
      '0:00Grace Hopper: 利率是固定的',
      '0:00مرحبا بالجميع',
      '0:00[Ada draws a chart]',
      '0:00Ada: Amortisation & terms',
    ],
    { useInnerText: false },
  );
  const current = transcript(page).locator('[aria-current]');
  await expect(current).toHaveText(['0:00Grace Hopper: 利率是固定的']);
  await lines.nth(2).focus();
  await page.keyboard.press('Enter');
  await expect(current).toHaveText([
    '0:00Grace Hopper: 利率是固定的',
    '0:00مرحبا بالجميع',
    '0:00[Ada draws a chart]',
  ]);
  await expect.poll(() => page.evaluate(`document.querySelector('audio').currentTime`)).toBeCloseTo(0.45, 2);
  await page.locator('.stage').focus();
  await page.keyboard.press('Control+f');
  await expect
    .poll(async () => {
      const { body } = await service.call('GET', `/${id}/pagesearch?q=amortisation`, {
        token: org.ada.token,
      });
      return body.data.total_hits;
    })
    .toBe(1);
  await page.getByRole('searchbox').fill('amortisation');
  await page.getByText(/^1 of 1$/).waitFor();
  await expect.poll(() => page.evaluate(`CSS.highlights.get('hit-current')?.size`)).toBe(1);
  await inspectEverywhere(page, 'transcript of sound');
});

test('[VIEW-31] audio descriptions are spoken, and playback waits for a long one', async ({ app, org }) => {
  const { id, ids, to } = await binderOf(app, 'Described', [[new Uint8Array(makeWav()), 'Talk.wav']]);
  const vtt = 'WEBVTT\n\n00:00.100 --> 00:00.300\nGrace zeigt auf ein Diagramm\n';
  const { status } = await put(app, id, ids[0], vtt, '?kind=descriptions&language=de');
  assert.equal(status, 200);
  const page = await app.open(org.ada, { path: to(0) });
  // Test machines have no voice.
  await page.evaluate(`
    window.spoken = [];
    speechSynthesis.getVoices = () => [{ lang: 'de' }];
    speechSynthesis.cancel = () => undefined;
    speechSynthesis.speak = (utterance) => window.spoken.push(utterance);
  `);
  const spoken = () => page.evaluate(`window.spoken.map(({ text, lang }) => text + ' ' + lang)`);
  const isPaused = () => page.evaluate(`document.querySelector('audio').paused`);
  await buttonOf(page, 'Speak audio descriptions').click();
  await expect(buttonOf(page, 'Speak audio descriptions')).toHaveAttribute('aria-pressed', 'true');
  // Play slowly, because a slow machine reports only few positions per second.
  await page.evaluate(`Object.assign(document.querySelector('audio'), { muted: true, playbackRate: 0.25 })`);
  await buttonOf(page, 'Play').click();
  await expect.poll(spoken).toEqual(['Grace zeigt auf ein Diagramm de']);
  await expect.poll(isPaused, 'it waits').toBe(true);
  const at = Number(await page.evaluate(`document.querySelector('audio').currentTime`));
  assert.ok(at < 1, `${at}`);
  await page.evaluate(`document.querySelector('audio').playbackRate = 1`);
  await page.evaluate(`window.spoken[0].onend()`);
  await expect.poll(() => page.evaluate(`document.querySelector('audio').ended`)).toBe(true);
  await expect.poll(spoken, 'once').toHaveLength(1);
  await inspectEverywhere(page, 'audio descriptions');
});
