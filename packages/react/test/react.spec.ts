import assert from 'node:assert/strict';
import { expectText, type Page } from '@ringbinder/testkit/playwright/index.ts';
import { makeApproval } from '../../sdk/test/support/approval.ts';
import {
  addWhiteboard,
  test as base,
  expect,
  newToken,
  openHost,
  revoke,
} from '../../sdk/test/support/embed.ts';
import { startProvider } from '../../sdk/test/support/provider-site.ts';
import { bundleWithReact } from '../../sdk/test/support/react-page.ts';

const COUNTING = `<script>
  window.listening = 0;
  for (const [name, sign] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const own = window[name].bind(window);
    window[name] = (type, ...rest) => { if (type === 'message' || type === 'transitionend') listening += sign; own(type, ...rest); };
  }
</script>`;

type ReceivedEvent = [drawn: number, key: string, prop: string, detail: Record<string, unknown>];

const ONE_CHAT = '<div class="tall" data-ringbinder-module="chat"></div>';

interface ReactFixtures {
  provider: { mode: string; clientId: string; baseUrl: string };
  openReact: (version: 18 | 19, html?: string) => Promise<Page>;
  draw: (page: Page, drawing: object) => Promise<unknown>;
}

const test = base.extend<ReactFixtures>({
  provider: ({ org, service }, use) =>
    use({ mode: 'production', clientId: org.client.id, baseUrl: service.origin }),
  openReact: ({ app, host }, use) =>
    use(async (version, html = '') => {
      const code = await bundleWithReact('packages/react/src/testing/page.ts', version);
      host.put('/react.js', code, { 'content-type': 'text/javascript' });
      host.put(
        '/react',
        `<!doctype html><html lang="en"><title>React</title>${COUNTING}<body>
<div id="app">${html}</div><script type="module" src="/react.js"></script></body></html>`,
      );
      const page = await openHost(app, `${host.origin}/react`);
      await expect.poll(() => page.evaluate(`'host' in window`)).toEqual(true);
      return page;
    }),
  draw: ({ provider }, use) =>
    use((page, drawing) =>
      page.evaluate(`host.draw(${JSON.stringify({ provider, isFetching: true, ...drawing })})`),
    ),
});

const receivedBy = async (page: Page, key: string, prop: string) =>
  (await page.evaluate<ReceivedEvent[]>('host.told')).filter((each) => each[1] === key && each[2] === prop);
const frames = (page: Page) => page.locator('iframe').count();
const chatIn = (page: Page) => page.frameLocator('iframe').first();
const showsText = (page: Page, words: string) =>
  chatIn(page).locator('.chat-content .message').filter({ hasText: words }).waitFor();

for (const version of [18, 19] as const)
  test(`[REACT-3] [REACT-4] [REACT-5] React ${version} shows Chat once, calls its callbacks, follows its props and removes it`, async ({
    app,
    org,
    service,

    openReact,
    draw,
  }) => {
    const { ada, ben } = org;
    const [north, south] = [await org.addBinder('North', ada, [ben]), await org.addBinder('South', ada)];
    await org.post(north, ben, 'in the north');
    await org.post(south, ada, 'in the south');
    app.allowErrors(/401/);
    const page = await openReact(version, ONE_CHAT);
    assert.match(await page.evaluate<string>('host.version'), new RegExp(`^${version}\\.`));
    const before = await page.evaluate<number>('listening');
    const token = async () => (await newToken(service, org.client, ada.uniqueId)).access_token;
    const tokens = [await token(), await token()] as const;
    await page.evaluate(`host.tokens.push(...${JSON.stringify(tokens)})`);
    const callbacks = ['onStartChat', 'onReceiveFeed', 'onReady', 'onClose'];
    const chat = (props: object, more: string[] = []) =>
      draw(page, {
        modules: [
          {
            name: 'Chat',
            key: 'chat',
            props: { className: 'tall', ...props },
            callbacks: [...callbacks, ...more],
          },
        ],
      });
    await chat({ binderId: north, theme: { scheme: 'light' } });
    await showsText(page, 'in the north');
    await expect.poll(async () => (await receivedBy(page, 'chat', 'onReady')).length).toEqual(1);
    const started = (await receivedBy(page, 'chat', 'onStartChat')).map(([, , , { binder_id }]) => binder_id);
    assert.deepEqual(started, [north], 'StrictMode shows it once');
    assert.equal(await frames(page), 1);
    assert.equal(await page.evaluate('host.fetched()'), 1);
    const [ready] = await receivedBy(page, 'chat', 'onStartChat');
    assert.equal(await page.evaluate('host.handles.chat.session_id'), ready?.[3].session_id);
    assert.equal((await page.locator('iframe').boundingBox())?.height, 500);

    const field = chatIn(page).locator('[data-composer]');
    await field.fill('half a thought');
    await page.evaluate(`window.frame = document.querySelector('iframe'); frame.marked = frame.src`);
    await chat({ binderId: north, theme: { scheme: 'dark' } });
    await expect(chatIn(page).locator('html')).toHaveAttribute('data-theme', 'dark');
    await org.post(north, ben, 'is it dark there?');
    await expect
      .poll(async () =>
        (await receivedBy(page, 'chat', 'onReceiveFeed')).map(([drawn, , , { message }]) => [drawn, message]),
      )
      .toEqual([[2, 'is it dark there?']]);
    await expectText(field, 'half a thought');
    await chat({ binderId: south, theme: { scheme: 'dark' } });
    await showsText(page, 'in the south');
    assert.equal(
      await page.evaluate(`document.querySelector('iframe') === frame && frame.marked === frame.src`),
      true,
      'the same frame, and the same address',
    );

    await service.call('GET', '/me', { token: tokens[0] });
    await revoke(service, tokens[0]);
    await field.fill('written later');
    await field.press('Enter');
    await expect
      .poll(async () => {
        const { body } = await service.call('GET', `/${south}/messages`, { token: ada.token });
        return body.data.messages.some(({ text }: { text?: string }) => text === 'written later');
      }, 'it was posted')
      .toBeTruthy();
    assert.equal(await page.evaluate('host.fetched()'), 2);

    await chat({ uniqueId: ben.uniqueId });
    await expect.poll(() => page.evaluate<boolean>('!frame.isConnected'), 'it is another frame').toBeTruthy();
    await expect.poll(async () => (await receivedBy(page, 'chat', 'onStartChat')).length).toEqual(3);
    assert.equal(await frames(page), 1);
    assert.deepEqual(await receivedBy(page, 'chat', 'onClose'), [], 'no module has closed by itself');

    await draw(page, { modules: [] });
    await expect.poll(() => frames(page)).toEqual(0);
    assert.equal(await page.evaluate('listening'), before);
    assert.equal(await page.evaluate('host.handles.chat'), null);
    await page.evaluate('host.unmount()');
    assert.deepEqual(await receivedBy(page, 'provider', 'onError'), []);
  });

test('[REACT-3] [REACT-6] every module is a component that waits for a token, reports errors and recovers when its props change', async ({
  app,
  org,
  service,
  provider,
  openReact,
  draw,
}) => {
  app.allowErrors(/./);
  const { ada, ben } = org;
  const binderId = await org.addBinder('All', ada, [ben]);
  const pageId = await addWhiteboard(service, binderId, ada, 'Plan');
  const { token } = await makeApproval(app, binderId);
  const page = await openReact(19);
  const callbacks = ['onReady', 'onError'];
  const modules = [
    { name: 'Transaction', key: 'approval', props: { token }, callbacks: ['onAnswered', ...callbacks] },
    {
      name: 'Timeline',
      key: 'timeline',
      props: { alone: true },
      callbacks: ['onStartTimeline', ...callbacks],
    },
    { name: 'Draw', key: 'draw', props: { binderId, pageId }, callbacks: ['onStartAnnotate', ...callbacks] },
    { name: 'Clip', key: 'clip', props: { binderId }, callbacks },
    { name: 'Chat', key: 'chat', props: { binderId: 'B1234567890123456789012' }, callbacks },
    { name: 'PageView', key: 'pages', props: { binderId }, callbacks: ['onStartPage', ...callbacks] },
    { name: 'TodoView', key: 'todos', props: { binderId }, callbacks: ['onStartTodo', ...callbacks] },
    { name: 'Meet', key: 'meet', props: { topic: 'Plan' }, callbacks },
  ];
  await draw(page, { isFetching: false, modules });
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
    await expect
      .poll(async () => (await receivedBy(page, key, prop)).length > 0, `${key} is there`)
      .toBeTruthy();
  const codes = async (key: string) =>
    (await receivedBy(page, key, 'onError')).map(([, , , { error_code }]) => error_code);
  await expect.poll(async () => (await codes('chat')).includes(404), 'there is no such binder').toBeTruthy();
  const meets = { name: 'MeetView', key: 'meets', props: { binderId }, callbacks: ['onStartMeetview'] };
  const mended = modules.map((each) =>
    each.key === 'chat' ? { ...each, props: { binderId } } : each.key === 'meet' ? meets : each,
  );
  await draw(page, { isFetching: false, provider: signedIn, modules: mended });
  await expect.poll(async () => (await receivedBy(page, 'meets', 'onStartMeetview')).length).toEqual(1);
  await expect.poll(async () => (await receivedBy(page, 'chat', 'onReady')).length).toEqual(1);
  const approve = approval.getByRole('button', { name: 'Approve' });
  await approve.and(approval.locator('[data-sight="clear"]')).click();
  await expect
    .poll(async () =>
      (await receivedBy(page, 'approval', 'onAnswered')).map(([, , , event]) => event.click_button_id),
    )
    .toEqual(['approve']);
  await draw(page, { isFetching: false, modules: mended });
  await expect.poll(() => frames(page)).toEqual(1);
  await draw(page, { isFetching: false, provider: { ...provider, clientId: 'demo' }, modules: [] });
  await expect
    .poll(async () =>
      (await receivedBy(page, 'provider', 'onError')).map(([, , , { error_code }]) => error_code),
    )
    .toEqual(['invalid client_id']);
});

test('[REACT-7] with the props of an identity provider a component asks to sign in, then shows its module', async ({
  org,
  service,
  serve,
  provider,
  openReact,
  draw,
}) => {
  const { client } = org;
  await service.env.db.query('UPDATE clients SET is_trusted = true WHERE id = $1', [client.id]);
  const { provider: saml } = await startProvider(serve, service);
  const { id: partnerId, orgId } = org.partner;
  await saml.register({ partnerId, orgId });
  const page = await openReact(19);
  const callbacks = ['onStartTimeline', 'onError'];
  const modules = [{ name: 'Timeline', key: 'list', props: { alone: true }, callbacks }];
  await draw(page, { isFetching: false, provider: { ...provider, orgId }, modules });
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ]);
  await opened.getByRole('button', { name: 'Sign in as Grace' }).click();
  await expect.poll(async () => (await receivedBy(page, 'list', 'onStartTimeline')).length).toEqual(1);
  assert.equal(await page.getByRole('button', { name: 'Sign in', exact: true }).count(), 0);
  await draw(page, { isFetching: false, provider: { ...provider, orgId }, modules: [] });
  await expect.poll(() => frames(page)).toEqual(0);
  assert.deepEqual(await receivedBy(page, 'list', 'onError'), []);
});
