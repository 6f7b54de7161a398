import { type Page, test } from '@ringbinder/testkit/playwright/index.ts';
import { expectAnnounced, forgetAnnouncements, LIVE_REGIONS, politely } from '../support/announcements.ts';
import { joinByPath, meetButton, startMeet } from '../support/meet-people.ts';
import { SMALL_MEDIA } from '../support/small-media.ts';
import { openUnpluggable } from '../support/unpluggable.ts';

test('[WCAG-7] a meet announces who joins, leaves and raises a hand, and its own controls', async ({
  app,
  org,
}) => {
  app.allowErrors(/net::ERR_FAILED|in CLOSING or CLOSED state/);
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan 4711', ada, [ben]);
  const { path } = await startMeet(app, binderId);
  const one = await joinByPath(app, path, ada, [LIVE_REGIONS]);
  const press = (page: Page, name: string) => meetButton(page, name).press('Enter');
  await forgetAnnouncements(one);

  const { page: two, unplug, plugIn } = await openUnpluggable(app, ben, [SMALL_MEDIA, LIVE_REGIONS]);
  await two.goto(`${app.service.origin}${path}`);
  await two.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  await expectAnnounced(one, politely('Ben Okafor joined.'));
  await forgetAnnouncements(two);

  await test.step('a hand', async () => {
    await press(two, 'Raise hand');
    await expectAnnounced(two, politely('Your hand is up.'));
    await expectAnnounced(one, politely('Ben Okafor raised a hand.'));
    await press(two, 'Lower hand');
    await expectAnnounced(two, politely('Your hand is down.'));
  });
  await test.step('the microphone', async () => {
    await press(two, 'Microphone');
    await expectAnnounced(two, politely('Microphone off.'));
    await press(two, 'Microphone');
    await expectAnnounced(two, politely('Microphone on.'));
    await meetButton(one, /^People/).press('Enter');
    await one
      .getByRole('complementary', { name: 'People' })
      .getByRole('button', { name: 'Actions for Ben Okafor' })
      .press('Enter');
    await one.getByRole('menuitem', { name: 'Mute' }).press('Enter');
    await expectAnnounced(two, politely('Ada Lovelace turned your microphone off.'));
  });
  await test.step('that the connection is lost and back', async () => {
    await unplug();
    await expectAnnounced(two, politely('Connection lost.'));
    await two.locator('.connection-line p').waitFor({ state: 'attached' });
    plugIn();
    await expectAnnounced(two, politely('Connected again.'));
  });
  await test.step('who leaves', async () => {
    await press(two, 'Leave');
    await expectAnnounced(one, politely('Ben Okafor left.'));
  });
});
