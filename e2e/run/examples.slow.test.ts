import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBot } from '@ringbinder/bot-kit';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { runProgram } from '../../conformance/src/testing/program.ts';
import { type BotApp, type BotFixture, openBotFixture } from './bot-fixture.ts';
import { killBots, startBot } from './bot-process.ts';
import { emptyDirectory, removeDirectories, usedDirectory } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

let fixture: BotFixture;
beforeAll(async () => {
  const server = await startRingbinder(await usedDirectory(), { CALLS_PER_MINUTE: '1000000' });
  fixture = await openBotFixture(server);
});
afterAll(async () => {
  await killBots();
  await killServers();
  await removeDirectories();
});

const postText = (binder: string, text: string) =>
  fixture.ada.post(`${binder}/messages`, { message: { text } });

const textsOfBot = async ({ userId }: BotApp, binder: string) =>
  (await fixture.messages(binder)).filter(({ user }) => user.id === userId);

const textsBy = async (app: BotApp, binder: string) =>
  (await textsOfBot(app, binder)).map(({ text }) => text);

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `message ${from + index}`);

const echoes = (texts: string[]) => texts.map((text) => `${fixture.ada.name} said: ${text}`);

const modes = {
  webhook: {
    variables: () => ({ PORT: '0' }),
    async ready(app: BotApp, url: string) {
      await fixture.pointTo(app, url);
    },
    // The service retries after 5 s, and then only after 5 min.
    deaths: 1,
  },
  pull: { variables: () => ({ MODE: 'pull', ORG_ID: fixture.orgId }), async ready() {}, deaths: 6 },
};

for (const [mode, { variables, ready, deaths }] of Object.entries(modes)) {
  test(`[DELIV-6] the echo bot by ${mode}: killed while people write, it answers everything once and in order`, async () => {
    const app = await fixture.configure(`Echo by ${mode}`);
    const LEDGER = join(await emptyDirectory(), 'ledger');
    const start = (more = {}) => startBot('echo-bot', { ...app.variables, ...variables(), LEDGER, ...more });
    let bot = await start();
    await ready(app, bot.url);
    const [binder, other] = [await fixture.binder(), await fixture.binder()];
    for (const each of [binder, other]) await fixture.install(app, each);
    // Reuse the port, because the service knows the bot's address.
    const settings = bot.url === '' ? {} : { PORT: new URL(bot.url).port };
    const textsSoFar: string[] = [];
    for (let death = 0; death < deaths; death++) {
      const texts = numbered(textsSoFar.length, textsSoFar.length + 20);
      for (const text of texts) await postText(binder, text);
      textsSoFar.push(...texts);
      const enough = textsSoFar.length - 15;
      await until('some are answered', async () => (await textsBy(app, binder)).length >= enough);
      await bot.kill();
      await postText(other, `elsewhere ${death}`);
      bot = await start(settings);
    }
    await until('all are answered', async () => (await textsBy(app, binder)).length >= textsSoFar.length);
    await until('also elsewhere', async () => (await textsBy(app, other)).length >= deaths);
    assert.deepEqual(await textsBy(app, binder), echoes(textsSoFar));
    assert.deepEqual(
      await textsBy(app, other),
      echoes(Array.from({ length: deaths }, (_, death) => `elsewhere ${death}`)),
    );
    assert.equal(await bot.stop(), 0, bot.output());
  });
}

test('the echo bot stays silent when bots speak, and a binder that it has left holds nothing else up', async () => {
  const [one, two] = [await fixture.configure('Echo one'), await fixture.configure('Echo two')];
  const [LEDGER, other] = [join(await emptyDirectory(), 'ledger'), join(await emptyDirectory(), 'ledger')];
  const settings = { MODE: 'pull', ORG_ID: fixture.orgId };
  const starts = [
    startBot('echo-bot', { ...one.variables, ...settings, LEDGER }),
    startBot('echo-bot', { ...two.variables, ...settings, LEDGER: other }),
  ];
  const left = await fixture.binder();
  await fixture.install(one, left);
  const [binder] = [await fixture.binder()];
  for (const app of [one, two]) await fixture.install(app, binder);
  const [first] = await Promise.all(starts);
  await postText(binder, 'hello');
  await until('both answer', async () => (await fixture.messages(binder)).length >= 3);
  await first?.kill();
  await postText(left, 'nobody will answer this');
  const deliveries = `orgs/${fixture.orgId}/bots/${one.clientId}/deliveries`;
  await until('the bot has an event of it', async () =>
    (await fixture.ada.get(deliveries)).deliveries.some(
      (each: { binder_id: string; message_type: string }) =>
        each.binder_id === left && each.message_type === 'comment_posted',
    ),
  );
  await fixture.ada.post(`${left}/removeuser`, { id: one.userId });
  await postText(binder, 'are you there?');
  // The ledger lacks the killed bot's reply, so the new process replies.
  const again = await startBot('echo-bot', { ...one.variables, ...settings, LEDGER });
  await until('both answer again', async () =>
    (await Promise.all([one, two].map((app) => textsBy(app, binder)))).every(({ length }) => length >= 2),
  );
  assert.match(again.output(), /403/, 'it tells of what it could not answer');
  assert.deepEqual(await textsBy(one, left), []);
  assert.equal((await fixture.messages(binder)).length, 6, 'and nobody answers the bots');
});

test('a bot that is disabled gets another token when it is enabled again, and goes on', async () => {
  const app = await fixture.configure('Echo with a pause');
  const LEDGER = join(await emptyDirectory(), 'ledger');
  const bot = await startBot('echo-bot', { ...app.variables, LEDGER, MODE: 'pull', ORG_ID: fixture.orgId });
  const binder = await fixture.binder();
  const set = (enabled: boolean) =>
    fixture.ada.post(`orgs/${fixture.orgId}/bots/${app.clientId}`, { enabled });
  await fixture.install(app, binder);
  await postText(binder, 'before');
  await until('it answers', async () => (await textsBy(app, binder)).length === 1);
  await set(false);
  await until('it is told that its token is not taken', () => /answered 401/.test(bot.output()));
  await set(true);
  await fixture.install(app, binder);
  await postText(binder, 'after');
  await until('it answers again', async () => (await textsBy(app, binder)).length === 2);
  assert.deepEqual(await textsBy(app, binder), echoes(['before', 'after']));
  assert.equal(await bot.stop(), 0, bot.output());
});

test('a bot of the kit posts a file with its message, once for a key', async () => {
  const { variables, ...app } = await fixture.configure('Reports');
  const binder = await fixture.binder();
  await fixture.install({ ...app, variables }, binder);
  const { BASE_URL: baseUrl, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = variables;
  const api = createBot({ baseUrl, clientId, clientSecret }).api(fixture.orgId);
  const post = () =>
    api.post(binder, 'The report', {
      file: new File(['All is well.'], 'Bericht März.txt'),
      idempotencyKey: 'report',
    });
  assert.equal(await post(), await post());
  const [message, ...more] = (await fixture.ada.get(`${binder}/messages`)).messages;
  assert.deepEqual([message.text, message.file.name, more], ['The report', 'Bericht März.txt', []]);
});

async function tap(who: BotFixture['ada'], binder: string, text: string): Promise<string | undefined> {
  const message = (await fixture.messages(binder)).findLast(({ buttons }) =>
    buttons?.some((button) => button.text === text),
  );
  const button = message?.buttons?.find((each) => each.text === text);
  assert.ok(message && button, `there is a button ${text}`);
  return (await who.post(`${binder}/messages/${message.id}/buttons/${button.id}`, {}))?.url;
}

test('[BOT-11] [BOT-12] the approval bot: greeted, account linked, asked, decided once, and nothing lost when it is killed', async () => {
  const { ada, ben } = fixture;
  const app = await fixture.configure('Approvals');
  const DATA = await emptyDirectory();
  const start = (PORT: string) => startBot('approval-bot', { ...app.variables, DATA, PORT });
  let bot = await start('0');
  await fixture.pointTo(app, bot.url);
  const binder = await fixture.binder();
  const waitForText = (what: string) =>
    until(`the bot says: ${what}`, async () =>
      (await textsOfBot(app, binder)).find(({ text }) => text.includes(what)),
    );

  await fixture.install(app, binder);
  await waitForText('Hello.');
  await postText(binder, 'approve: a week in [b]Rome[/b]');
  const approvalQuestion = await waitForText('asks for approval');
  assert.equal(approvalQuestion.text, `${ada.name} asks for approval: a week in [b]Rome[/b]`);
  assert.match(approvalQuestion.html ?? '', />Ada Admin<\/span> asks .*\[b\]Rome/);

  await tap(ada, binder, 'Approve');
  await waitForText('somebody else has to decide');
  await tap(ben, binder, 'Approve');
  await waitForText('link your account first');

  const link = (await tap(ben, binder, 'Link my account')) ?? '';
  assert.ok(link.startsWith(bot.url), link);
  const forged = new URL(link);
  forged.searchParams.set('account_link_token', forge(link, ada.id));
  assert.equal((await fetch(forged)).status, 412, 'Ben cannot link Ada’s account');
  const page = await fetch(link);
  assert.deepEqual([page.status, page.headers.get('cache-control')], [200, 'no-store']);
  await waitForText(`${ben.name}, your account is linked`);

  const port = new URL(bot.url).port;
  await bot.kill();
  await tap(ben, binder, 'Decline');
  await tap(ben, binder, 'Approve');
  bot = await start(port);
  const result = `“a week in [b]Rome[/b]” of ${ada.name}: declined by ${ben.name}.`;
  await waitForText(`That is decided: declined by ${ben.name}`);
  const texts = await textsBy(app, binder);
  assert.deepEqual(
    texts.filter((text) => text === result),
    [result, result],
    'in the place of the question, and as a message',
  );
  assert.equal((await fixture.messages(binder)).find(({ id }) => id === approvalQuestion.id)?.text, result);

  const lines = (await readFile(join(DATA, 'approvals.jsonl'), 'utf8')).trim().split('\n');
  const [{ asked: request }, { decided }, ...more] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(more, []);
  assert.deepEqual(
    [request.what, request.by.id, request.messageId],
    ['a week in [b]Rome[/b]', ada.id, approvalQuestion.id],
  );
  assert.deepEqual(
    [decided.request, decided.verdict, decided.by],
    [request.id, 'declined', { id: ben.id, name: ben.name }],
  );
  assert.equal(await bot.stop(), 0, bot.output());
});

test('[CONF-2] both examples pass every check of a receiver, in a binder in which they may act', async () => {
  const binder = await fixture.binder();
  for (const name of ['echo-bot', 'approval-bot']) {
    const app = await fixture.configure(`Certified ${name}`);
    await fixture.install(app, binder);
    const DATA = await emptyDirectory();
    const bot = await startBot(name, { ...app.variables, PORT: '0', DATA, LEDGER: join(DATA, 'ledger') });
    const ids = ['--client-id', app.clientId, '--org-id', fixture.orgId, '--binder-id', binder];
    const { code, out } = await runProgram(['--receiver', bot.url, ...ids], app.variables);
    assert.equal(code, 0, `${out}\n${bot.output()}`);
    assert.match(out, /^33 passed, 0 failed, 0 not applicable/m);
    await bot.stop();
  }
});

function forge(link: string, userId: string): string {
  const [head, body = ''] = (new URL(link).searchParams.get('account_link_token') ?? '').split('.');
  const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), user_id: userId };
  const text = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${createHmac('sha256', 'a guess').update(text).digest('base64url')}`;
}
