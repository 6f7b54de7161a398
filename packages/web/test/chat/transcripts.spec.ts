import assert from 'node:assert/strict';
import { expect, inspectEverywhere, test } from '@ringbinder/testkit/playwright/index.ts';
import { makeWav } from '../../../../conformance/src/fixtures/media.ts';
import { fieldOf } from '../support/chat-page.ts';

const WORDS = 'Please sign the amortisation plan by Friday.';

test('[CHAT-40] the author of a voice message adds its transcript, which others read with it', async ({
  app,
  org,
  service,
}) => {
  const { ada, ben } = org;
  const id = await org.addBinder('Spoken', ada, [ben]);
  const form = new FormData();
  form.set('audio', new Blob([new Uint8Array(makeWav(60))]), 'voice.wav');
  const { status } = await service.call('POST', `/${id}/messages`, { token: ada.token, body: form });
  assert.equal(status, 200);
  const page = await app.open(ada, { path: `/b/${id}/chat` });
  const other = await app.open(ben, { path: `/b/${id}/chat` });
  const messageIn = (of: typeof page) => of.locator('.chat-content li[data-id].message');
  for (const each of [page, other]) await messageIn(each).getByRole('button', { name: 'Play' }).waitFor();

  await messageIn(page).hover();
  await page.getByRole('button', { name: 'Edit transcript' }).click();
  await fieldOf(page).fill(WORDS);
  await page.keyboard.press('Enter');
  await messageIn(other).getByText(WORDS).waitFor();
  await messageIn(other).getByRole('button', { name: 'Play' }).click();
  await expect
    .poll(async () => Number(await messageIn(other).getByRole('slider').inputValue()))
    .toBeGreaterThan(0);
  await inspectEverywhere(other, 'transcript of a voice message');

  await messageIn(other).hover();
  await other.getByRole('button', { name: 'Reply', exact: true }).waitFor();
  await expect(other.getByRole('button', { name: 'Edit transcript' })).toHaveCount(0);

  await page.reload();
  await messageIn(page).focus();
  await page.keyboard.press('e');
  await expect(fieldOf(page)).toContainText(WORDS);
  await fieldOf(page).fill('Please sign the plan.');
  await page.keyboard.press('Enter');
  await messageIn(other).getByText('Please sign the plan.').waitFor();
  await expect(messageIn(other).getByText(WORDS)).toHaveCount(0);
});
