import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import type { Page } from 'playwright-core';
import { createWorkflow, stepFor } from '../transactions/testing/workflow.ts';
import { startApp } from '../web/testing/app-page.ts';
import { jsonOf, openHost, registerOrigins, startHost } from './testing/host-page.ts';
import { startProvider } from './testing/provider-site.ts';
import { bundleWithReact } from './testing/react-page.ts';

const { browser, service, fixture } = await startApp();
const host = await startHost();
const { ada, ben, client } = fixture;
await registerOrigins(service, client.id, [host.origin]);

/** Counts what is heard on the window, from before anything else. */
const COUNTING = `<script>
  window.listening = 0;
  for (const [name, sign] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const own = window[name].bind(window);
    window[name] = (type, ...rest) => { if (type === 'message' || type === 'transitionend') listening += sign; own(type, ...rest); };
  }
</script>`;

type Told = [drawn: number, key: string, prop: string, detail: Record<string, unknown>];

const ONE_CHAT = '<div class="tall" data-ringbinder-module="chat"></div>';

/** Opens a page with a version of React. @param written what its server has drawn */
async function openReact(version: 18 | 19, written = '') {
  const code = await bundleWithReact('packages/react/src/testing/page.ts', version);
  host.put(`/react-${version}.js`, code, { 'content-type': 'text/javascript' });
  host.put(
    `/react-${version}`,
    `<!doctype html><html lang="en"><title>React</title>${COUNTING}<body>
<div id="app">${written}</div><script type="module" src="/react-${version}.js"></script></body></html>`,
  );
  const opened = await openHost(browser, `${host.origin}/react-${version}`);
  await until('the page has come', () => opened.page.evaluate<boolean>(`'host' in window`));
  return opened;
}

const provider = { mode: 'production', clientId: client.id, baseUrl: service.origin };
const draw = (page: Page, drawing: object) =>
  page.evaluate(`host.draw(${JSON.stringify({ provider, isFetching: true, ...drawing })})`);
const toldTo = async (page: Page, key: string, prop: string) =>
  (await page.evaluate<Told[]>('host.told')).filter((each) => each[1] === key && each[2] === prop);
const frames = (page: Page) => page.locator('iframe').count();
const chatIn = (page: Page) => page.frameLocator('iframe').first();
const says = (page: Page, words: string) =>
  chatIn(page).locator('.chat-content .message').filter({ hasText: words }).waitFor();

async function newToken(): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'http://www.service.com/auth_uniqueid',
    client_id: client.id,
    client_secret: client.secret,
    uniqueid: ada.uniqueId,
    timestamp: String(service.clock.now()),
  });
  const answer = await fetch(`${service.base}/oauth/token`, { method: 'POST', body });
  return (await jsonOf<{ access_token: string }>(answer)).access_token;
}

for (const version of [18, 19] as const)
  test(
    `[REACT-3] [REACT-4] [REACT-5] React ${version} shows Chat once, tells its events, follows its props and takes it away`,
    browser.needed,
    async () => {
      const [north, south] = [
        await fixture.addBinder('North', ada, [ben]),
        await fixture.addBinder('South', ada),
      ];
      await fixture.post(north, ben, 'in the north');
      await fixture.post(south, ada, 'in the south');
      const { page, errors } = await openReact(version, ONE_CHAT);
      assert.match(await page.evaluate<string>('host.version'), new RegExp(`^${version}\\.`));
      const before = await page.evaluate<number>('listening');
      const tokens = [await newToken(), await newToken()] as const;
      await page.evaluate(`host.tokens.push(...${JSON.stringify(tokens)})`);
      const hears = ['onStartChat', 'onReceiveFeed', 'onReady', 'onClose'];
      const chat = (props: object, more: string[] = []) =>
        draw(page, {
          modules: [
            { name: 'Chat', key: 'chat', props: { className: 'tall', ...props }, hears: [...hears, ...more] },
          ],
        });
      await chat({ binderId: north, theme: { scheme: 'light' } });
      await says(page, 'in the north');
      await becomes(async () => (await toldTo(page, 'chat', 'onReady')).length, 1);
      const started = (await toldTo(page, 'chat', 'onStartChat')).map(([, , , { binder_id }]) => binder_id);
      assert.deepEqual(started, [north], 'StrictMode shows it once');
      assert.equal(await frames(page), 1);
      assert.equal(await page.evaluate('host.fetched()'), 1);
      const [ready] = await toldTo(page, 'chat', 'onStartChat');
      assert.equal(await page.evaluate('host.handles.chat.session_id'), ready?.[3].session_id);
      assert.equal((await page.locator('iframe').boundingBox())?.height, 500);

      // What is drawn again is left alone, hears by the callbacks of now, and takes what has changed.
      const field = chatIn(page).locator('[data-composer]');
      await field.fill('half a thought');
      await page.evaluate(`window.frame = document.querySelector('iframe'); frame.marked = frame.src`);
      await chat({ binderId: north, theme: { scheme: 'dark' } });
      await becomes(() => chatIn(page).locator('html').getAttribute('data-theme'), 'dark');
      await fixture.post(north, ben, 'is it dark there?');
      await becomes(
        async () =>
          (await toldTo(page, 'chat', 'onReceiveFeed')).map(([drawn, , , { message }]) => [drawn, message]),
        [[2, 'is it dark there?']],
      );
      assert.equal(await field.inputValue(), 'half a thought');
      await chat({ binderId: south, theme: { scheme: 'dark' } });
      await says(page, 'in the south');
      assert.equal(
        await page.evaluate(`document.querySelector('iframe') === frame && frame.marked === frame.src`),
        true,
        'the same frame, and the same address',
      );

      // A token that has ended is fetched anew, once, and nothing that was written is lost.
      await service.call('GET', '/me', { token: tokens[0] });
      await fetch(`${service.base}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ access_token: tokens[0] }),
      });
      await field.fill('written later');
      await field.press('Enter');
      await until('it was posted', async () => {
        const { body } = await service.call('GET', `/${south}/messages`, { token: ada.token });
        return body.data.messages.some(({ text }: { text?: string }) => text === 'written later');
      });
      assert.equal(await page.evaluate('host.fetched()'), 2);

      // What a module does not follow begins it anew: another person, here.
      await chat({ uniqueId: ben.uniqueId });
      await until('it is another frame', () => page.evaluate<boolean>('!frame.isConnected'));
      await becomes(async () => (await toldTo(page, 'chat', 'onStartChat')).length, 3);
      assert.equal(await frames(page), 1);
      assert.deepEqual(await toldTo(page, 'chat', 'onClose'), [], 'nothing has ended by itself');

      await draw(page, { modules: [] });
      await becomes(() => frames(page), 0);
      assert.equal(await page.evaluate('listening'), before);
      assert.equal(await page.evaluate('host.handles.chat'), null);
      await page.evaluate('host.unmount()');
      assert.deepEqual(await toldTo(page, 'provider', 'onError'), []);
      assert.deepEqual(
        errors.filter((error) => !/401/.test(error)),
        [],
      );
      await page.context().close();
    },
  );

test(
  '[REACT-3] [REACT-6] every module is a component; they wait for a token, tell what is wrong, and begin anew when it is mended',
  browser.needed,
  async () => {
    const binderId = await fixture.addBinder('All', ada, [ben]);
    const made = await service.call('POST', `/${binderId}/pages`, {
      token: ada.token,
      json: { type: 'whiteboard', name: 'Plan' },
    });
    const pageId = made.body.data.page_id;
    const workflow = createWorkflow(service, { binderId, owner: ada });
    const { id, steps } = await workflow.make([stepFor(ben)], ada.token, { title: 'Approve the plan' });
    const link = `/${binderId}/transactions/${id}/steps/${steps[0]}/link`;
    const { token } = (await service.call('POST', link, { token: ben.token, json: {} })).body.data;
    const { page } = await openReact(19);
    const hears = ['onReady', 'onError'];
    const modules = [
      { name: 'Transaction', key: 'approval', props: { token }, hears: ['onAnswered', ...hears] },
      { name: 'Timeline', key: 'timeline', props: { alone: true }, hears: ['onStartTimeline', ...hears] },
      { name: 'Draw', key: 'draw', props: { binderId, pageId }, hears: ['onStartAnnotate', ...hears] },
      { name: 'Clip', key: 'clip', props: { binderId }, hears },
      { name: 'Chat', key: 'chat', props: { binderId: 'B1234567890123456789012' }, hears },
      { name: 'PageView', key: 'pages', props: { binderId }, hears: ['onStartPage', ...hears] },
      { name: 'TodoView', key: 'todos', props: { binderId }, hears: ['onStartTodo', ...hears] },
      { name: 'Meet', key: 'meet', props: { topic: 'Plan' }, hears },
    ];
    await draw(page, { isFetching: false, modules });
    // Only an approval brings a token of its own.
    const approval = page.frameLocator('[data-ringbinder-module=transaction] iframe');
    await approval.getByRole('button', { name: 'Approve' }).waitFor();
    assert.equal(await frames(page), 1);
    const signedIn = { ...provider, accessToken: ada.token };
    await draw(page, { isFetching: false, provider: signedIn, modules });
    for (const [key, prop] of [
      ['timeline', 'onStartTimeline'],
      ['draw', 'onStartAnnotate'],
      ['clip', 'onReady'],
      ['pages', 'onStartPage'],
      ['todos', 'onStartTodo'],
      ['approval', 'onReady'],
      ['meet', 'onReady'],
    ] as const)
      await until(`${key} is there`, async () => (await toldTo(page, key, prop)).length > 0);
    const codes = async (key: string) =>
      (await toldTo(page, key, 'onError')).map(([, , , { error_code }]) => error_code);
    await until('there is no such binder', async () => (await codes('chat')).includes(404));
    // Of Meet and MeetView a page has one at a time.
    const meets = { name: 'MeetView', key: 'meets', props: { binderId }, hears: ['onStartMeetview'] };
    const mended = modules.map((each) =>
      each.key === 'chat' ? { ...each, props: { binderId } } : each.key === 'meet' ? meets : each,
    );
    await draw(page, { isFetching: false, provider: signedIn, modules: mended });
    await becomes(async () => (await toldTo(page, 'meets', 'onStartMeetview')).length, 1);
    await becomes(async () => (await toldTo(page, 'chat', 'onReady')).length, 1);
    const approve = approval.getByRole('button', { name: 'Approve' });
    await approve.and(approval.locator('[data-sight="clear"]')).click();
    await becomes(
      async () =>
        (await toldTo(page, 'approval', 'onAnswered')).map(([, , , event]) => event.click_button_id),
      ['approve'],
    );
    // Signed out: what had the token of the provider goes.
    await draw(page, { isFetching: false, modules: mended });
    await becomes(() => frames(page), 1);
    await draw(page, { isFetching: false, provider: { ...provider, clientId: 'demo' }, modules: [] });
    await becomes(
      async () => (await toldTo(page, 'provider', 'onError')).map(([, , , { error_code }]) => error_code),
      ['invalid client_id'],
    );
    await page.context().close();
  },
);

test(
  '[REACT-7] by the props of an identity provider a component asks to sign in, and shows its module then',
  browser.needed,
  async () => {
    await service.env.db.query('UPDATE clients SET is_trusted = true WHERE id = $1', [client.id]);
    const { provider: grace } = await startProvider(service);
    const { id: partnerId, orgId } = fixture.partner;
    await grace.register({ partnerId, orgId });
    const { page, errors } = await openReact(19);
    const hears = ['onStartTimeline', 'onError'];
    const modules = [{ name: 'Timeline', key: 'list', props: { alone: true }, hears }];
    await draw(page, { isFetching: false, provider: { ...provider, orgId }, modules });
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign in', exact: true }).click(),
    ]);
    await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
    await becomes(async () => (await toldTo(page, 'list', 'onStartTimeline')).length, 1);
    assert.equal(await page.getByRole('button', { name: 'Sign in', exact: true }).count(), 0);
    await draw(page, { isFetching: false, provider: { ...provider, orgId }, modules: [] });
    await becomes(() => frames(page), 0);
    assert.deepEqual(await toldTo(page, 'list', 'onError'), []);
    assert.deepEqual(errors, []);
    await page.context().close();
  },
);
