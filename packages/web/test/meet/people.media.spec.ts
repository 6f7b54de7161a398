import assert from 'node:assert/strict';
import {
  expect,
  inspectEverywhere,
  SCREENS,
  saveScreenshot,
  test,
} from '@ringbinder/testkit/playwright/index.ts';
import { hasPicture, hasPictureOf, joinByPath, meetButton, startMeet } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';

test('[MEETVIEW-4] [MEETVIEW-5] two members and a guest hold a meet in the app, from the binder’s button to its end', {
  tag: '@slow',
}, async ({ app, org, service }) => {
  test.slow();
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711 of Harbour Street', ada, [ben]);
  const opening = { path: `/b/${binderId}`, scripts: [SMALL_MEDIA] };
  const [one, two] = await Promise.all([app.open(ada, opening), app.open(ben, opening)]);
  const panel = one.getByRole('complementary', { name: 'People' });
  const tiles = one.locator('.meet-tile');

  await test.step('a member starts it in the binder and sees the camera first', async () => {
    await one.getByRole('button', { name: 'Start meeting', exact: true }).click();
    await one.getByRole('heading', { name: 'Loan 4711 of Harbour Street' }).last().waitFor();
    await hasPicture(one.locator('.meet-preview video'), 'the camera is shown');
    await one.getByRole('button', { name: 'Join', exact: true }).press('Enter');
    await one.getByText('No one else is here yet').waitFor();
  });

  await test.step('another member sees in the binder that it runs, on a phone too, and joins', async () => {
    await two.setViewportSize({ width: 390, height: 844 });
    const join = two.getByRole('link', { name: 'Join meeting' });
    await join.waitFor();
    assert.ok(await two.evaluate<boolean>('document.documentElement.scrollWidth <= 390'));
    await join.click();
    await two.setViewportSize({ width: 1280, height: 860 });
    await two.getByRole('button', { name: 'Join', exact: true }).click();
    await hasPictureOf(one, 'Ben Okafor');
    await hasPictureOf(two, 'Ada Lovelace');
    await expect(one.locator('.meet [role=status]').filter({ hasText: 'Ben Okafor joined' })).not.toHaveCount(
      0,
    );
    await saveScreenshot(one, 'meet app two');
  });

  await test.step('a host mutes the member, who talks while space is held', async () => {
    await two.keyboard.press('Control+Alt+h');
    await one.getByRole('button', { name: /^People/ }).click();
    await one.getByRole('img', { name: 'Hand raised' }).first().waitFor();
    await panel.getByRole('button', { name: 'Actions for Ben Okafor' }).click();
    await one.getByRole('menuitem', { name: 'Mute' }).click();
    await expect(meetButton(two, 'Microphone')).toHaveAttribute('aria-pressed', 'false');
    // The app behind the meet shows the same toasts.
    await expect(two.locator('.toast:visible')).toHaveText(['Ada Lovelace turned your microphone off.'], {
      useInnerText: true,
    });
    await two.locator('.meet-head').click();
    await two.keyboard.down('Space');
    await two.getByText('Talking while you hold Space').waitFor();
    await two.keyboard.up('Space');
    await expect(meetButton(two, 'Microphone')).toHaveAttribute('aria-pressed', 'false');
  });

  const { body } = await service.call('POST', `/meets/${one.url().split('/').at(-1)}/links`, {
    token: ada.token,
    json: {},
  });
  const three = await app.newPage({ ...SCREENS['phone, light'] });
  await three.addInitScript(SMALL_MEDIA);
  const everyone = [one, two, three];

  await test.step('a guest with a link waits until the host lets them in', async () => {
    await three.goto(body.data.url);
    const name = three.getByLabel('Your name');
    await name.press('Enter');
    await expect(name).toHaveAccessibleDescription('Enter your name. Others will see it.');
    await name.fill('Grace Hopper');
    await three.getByRole('button', { name: 'Join', exact: true }).click();
    await three.getByRole('heading', { name: 'Waiting to be let in' }).waitFor();
    await panel.getByRole('button', { name: 'Let in Grace Hopper' }).click();
    await hasPictureOf(three, 'Ada Lovelace');
    await hasPictureOf(one, 'Grace Hopper');
    await expect(tiles).toHaveCount(3);
    await inspectEverywhere(one, 'meet app people');
  });

  await test.step('a shared screen stands in front for the others', async () => {
    await meetButton(two, 'Share screen').click();
    await hasPictureOf(one, 'Ben Okafor’s screen');
    await one.locator('.meet-tile[data-place=main][data-source=screen]').waitFor();
    await saveScreenshot(one, 'meet app shared');
    await meetButton(two, 'Stop sharing').click();
    await one.locator('.meet-tile[data-source=screen]').waitFor({ state: 'detached' });
  });

  await test.step('everyone sees that it is recorded, as long as it is', async () => {
    await meetButton(one, 'More').click();
    await one.getByRole('menuitem', { name: 'Start recording' }).click();
    await one.getByRole('dialog').getByRole('button', { name: 'Start recording' }).click();
    for (const page of everyone) await page.locator('.meet-recording').waitFor();
    await meetButton(one, 'More').click();
    await one.getByRole('menuitem', { name: 'Stop recording' }).click();
    for (const page of everyone) await page.locator('.meet-recording').waitFor({ state: 'detached' });
  });

  await test.step('the chat of the binder opens beside the pictures', async () => {
    await meetButton(two, 'Chat').click();
    await two.getByRole('textbox', { name: 'Message' }).click();
    await two.keyboard.type('The valuation is in.');
    await two.keyboard.press('Enter');
    await meetButton(one, 'Chat').click();
    await one.getByText('The valuation is in.').first().waitFor();
    await one.locator('.meet-panel > header').getByRole('button', { name: 'Close' }).click({ trial: true });
  });

  await test.step('elsewhere in the app it is small, and a reload asks nothing', async () => {
    await one.goBack();
    await one.locator('.meet-place[data-mini=true]').waitFor();
    await saveScreenshot(one, 'meet app mini');
    await one.getByRole('button', { name: 'Show the meeting' }).click();
    await one.locator('.meet-place[data-mini=false]').waitFor();
    await two.reload();
    await hasPictureOf(two, 'Ada Lovelace');
    await expect(tiles).toHaveCount(3);
  });

  await test.step('the guest leaves, and the host ends it for everyone', async () => {
    await meetButton(three, 'Leave').click();
    await three.getByRole('heading', { name: 'You left the meeting' }).waitFor();
    await expect(tiles).toHaveCount(2);
    await meetButton(one, 'Leave or end').click();
    await one.getByRole('menuitem', { name: 'End for everyone' }).click();
    await one.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click();
    await two.getByText('The host ended the meeting, or everyone left.').waitFor();
    await one.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
    await expect(one.getByText('The host ended the meeting, or everyone left.')).toHaveCount(0);
    await two.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
    await two.getByRole('button', { name: 'Back to the binder' }).click();
    await two.getByRole('button', { name: 'Start meeting', exact: true }).waitFor();
  });
});

test('[MEETVIEW-10] the chat button counts the messages of others, and the end of a meet is shown once', async ({
  app,
  org,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  await org.post(binderId, ben, 'Before the meet');
  const { path } = await startMeet(app, binderId);
  const page = await joinByPath(app, path, ada);
  await meetButton(page, 'Chat').waitFor();
  await org.post(binderId, ada, 'My own');
  await org.post(binderId, ben, 'I am late.');
  await meetButton(page, 'Chat, 1').click();
  await page.getByText('I am late.', { exact: true }).last().waitFor();
  await expect(page.locator('.meet-chat [data-composer]')).toBeFocused();
  await meetButton(page, 'Chat').click();
  await org.post(binderId, ben, 'Ten minutes.');
  await meetButton(page, 'Chat, 1').waitFor();

  await meetButton(page, 'Leave or end').click();
  await page.getByRole('menuitem', { name: 'End for everyone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End for everyone' }).click();
  await page.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
  await page.getByRole('button', { name: 'Back to the binder' }).click();
  await page.locator('.meet').waitFor({ state: 'detached' });
  await expect(page.locator('.toast')).toHaveCount(0);
});
