import { composerIn, expect, expectText, frameIn, messageIn, showModule, test } from './support/embed.ts';

test('[CHAT-20] [CHAT-24] embedded Chat has the picker of emoji, and shortcodes', async ({
  org,
  openReady,
}) => {
  const binderId = await org.addBinder('Emoji', org.ada, [org.ben]);
  await org.post(binderId, org.ben, 'Well?');
  const page = await openReady();
  await showModule(page, 'chat', 'one', { binder_id: binderId });
  const frame = frameIn(page, 'one');
  await composerIn(page, 'one').pressSequentially('Yes :tada: and ');
  await expectText(composerIn(page, 'one'), 'Yes 🎉 and ');
  await frame.getByRole('button', { name: 'Insert an emoji' }).click();
  await expect(frame.getByRole('gridcell').first()).toHaveText('🎉');
  await frame.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket');
  await frame.getByRole('searchbox').press('Enter');
  await composerIn(page, 'one').press('Enter');
  await messageIn(page, 'one', 'Yes 🎉 and 🚀').waitFor();
});
