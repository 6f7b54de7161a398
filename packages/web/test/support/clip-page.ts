import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { CreatedUser, TestService } from '@ringbinder/testkit';
import { expect, type Locator, type Page } from '@ringbinder/testkit/playwright/index.ts';

export const hasFfprobe = spawnSync('ffprobe', ['-version']).status === 0;

export const clipOf = (page: Page): Locator => page.getByRole('dialog');

export async function openClip(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = clipOf(page);
  await dialog.getByRole('button', { name: 'Start recording' }).waitFor();
  return dialog;
}

type Press = (button: Locator) => Promise<void>;

export async function beginRecording(page: Page, press: Press = (button) => button.click()): Promise<void> {
  const dialog = clipOf(page);
  await press(dialog.getByRole('button', { name: 'Start recording' }));
  await skipCountdown(dialog, press);
}

/** On slow machines, the countdown may end before the test presses the button. */
export async function skipCountdown(
  clip: Locator | Page,
  press: Press = (button) => button.click(),
): Promise<void> {
  const timer = clip.getByRole('timer');
  const begin = clip.getByRole('button', { name: 'Start now' });
  await begin.or(timer).waitFor();
  await Promise.race([press(begin).catch(() => {}), timer.waitFor()]);
  await timer.waitFor();
}

export async function recordedSeconds(page: Page): Promise<number> {
  const timer = (await clipOf(page).getByRole('timer').textContent()) ?? '';
  const [, minutes = '0', rest = '0'] = /^(\d+):(\d\d)/.exec(timer) ?? [];
  return Number(minutes) * 60 + Number(rest);
}

export async function untilRecorded(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(() => recordedSeconds(page), { message: `${seconds} seconds are recorded`, timeout: 60_000 })
    .toBeGreaterThanOrEqual(seconds);
}

export async function stopRecording(page: Page): Promise<void> {
  await clipOf(page).getByRole('button', { name: 'Stop' }).click();
  await clipOf(page).getByRole('button', { name: 'Save' }).waitFor();
}

export async function saveRecording(page: Page): Promise<string> {
  const dialog = clipOf(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('It was added to').waitFor({ timeout: 60_000 });
  return dialog.getByLabel('Link', { exact: true }).inputValue();
}

interface ClipPage {
  id: number;
  type: string;
  name: string;
  duration: number;
  page_uri: string;
}

export async function lastPage(service: TestService, binderId: string, user: CreatedUser): Promise<ClipPage> {
  const { body } = await service.call('GET', `/${binderId}/pages`, { token: user.token });
  return body.data.pages.at(-1);
}

export async function playFrom(page: Page, uri: string, at: number) {
  return page.evaluate<{
    duration: number;
    asked: number;
    sought: number;
    played: number;
    red: number;
  }>(`(async () => {
    const film = document.createElement('video');
    film.muted = true;
    film.src = '${uri}';
    const hear = (name) => new Promise((resolve, reject) => {
      film.addEventListener(name, resolve, { once: true });
      film.addEventListener('error', () => reject(new Error('cannot be played: ' + film.error?.message)), { once: true });
    });
    await hear('loadedmetadata');
    const { duration } = film;
    const asked = duration * ${at};
    film.currentTime = asked;
    await hear('seeked');
    const sought = film.currentTime;
    const canvas = document.createElement('canvas');
    canvas.width = film.videoWidth;
    canvas.height = film.videoHeight;
    const context = canvas.getContext('2d');
    context.drawImage(film, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let red = 0;
    for (let place = 0; place < data.length; place += 4)
      if (data[place] > 170 && data[place + 1] < 120 && data[place + 2] < 130) red++;
    await film.play();
    await new Promise((resolve) => {
      const look = () => (film.currentTime > sought + 0.2 || film.ended ? resolve() : setTimeout(look, 50));
      look();
    });
    const played = film.currentTime;
    film.removeAttribute('src');
    return { duration, asked, sought, played, red };
  })()`);
}

export async function playsAndSeeks(page: Page, { page_uri, duration }: ClipPage): Promise<void> {
  const played = await playFrom(page, page_uri, 0.8);
  assert.ok(Math.abs(played.duration * 1000 - duration) <= 250, JSON.stringify([played, duration]));
  assert.ok(
    Math.abs(played.sought - played.asked) <= 0.1 && played.played > played.sought,
    JSON.stringify(played),
  );
}

export async function agreesWithFfprobe(
  service: TestService,
  { page_uri, duration }: ClipPage,
): Promise<void> {
  if (!hasFfprobe) return;
  const input = Buffer.from(await (await fetch(service.origin + page_uri)).arrayBuffer());
  const command = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', '-'];
  const { stdout, stderr } = spawnSync('ffprobe', command, { input });
  assert.ok(
    Math.abs(Number(stdout) * 1000 - duration) <= 250,
    `${stdout}${stderr} instead of ${duration} ms`,
  );
}
