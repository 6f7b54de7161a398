/** A bot that greets, offers buttons, and links accounts. It receives events by webhook, or polls for the events of one organisation. */
import { createServer } from 'node:http';
import { accountLinkButton, createBot, fileLedger, postbackButton } from '@ringbinder/bot-kit';

const { BASE_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', WEBHOOK_SECRET = '' } = process.env;
const { PORT = '8500', LEDGER = 'data/concierge.ledger', PULL_ORG } = process.env;

const bot = createBot({
  baseUrl: BASE_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  // During a rotation: both secrets, separated by a space.
  webhookSecret: WEBHOOK_SECRET.split(' '),
  ledger: await fileLedger(LEDGER),
});

bot.on('bot_installed', (_message, { reply }) =>
  reply({
    text: 'Hello. Tell me when you need a taxi.',
    buttons: [accountLinkButton('Link my account')],
  }),
);

bot.on('comment_posted', async ({ event }, { reply }) => {
  if (event.user.is_bot || !/taxi/i.test(event.comment.text)) return;
  await reply(
    {
      fields: { name: event.user.name },
      buttons: [postbackButton('Now', { minutes: 0 }), postbackButton('In an hour', { minutes: 60 })],
    },
    { fieldsTemplate: [{ template_type: 'richtext', template: 'When do you need it, [b]{{name}}[/b]?' }] },
  );
});

bot.on('bot_postback', async ({ event }, { reply }) => {
  const { minutes } = event.postback.payload as { minutes: number };
  await reply(`A taxi for ${event.user.name} will arrive in ${minutes} minutes.`);
});

bot.onAccountLink(async ({ username, org_id, binder_id }) => {
  // If your service has its own accounts, return the URL of its sign-in page. Link the accounts when the user has signed in there.
  await bot.api(org_id).post(binder_id, `${username}, your account is linked.`);
  return undefined;
});

if (PULL_ORG) await bot.pull({ orgId: PULL_ORG, signal: new AbortController().signal });
else createServer(bot.listener).listen(Number(PORT), () => console.log(`listening on port ${PORT}`));
