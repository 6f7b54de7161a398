import assert from 'node:assert/strict';
import { uploadFile } from '@ringbinder/testkit';
import {
  codesOf,
  composerIn,
  detailsOf,
  eventsOf,
  expect,
  frameIn,
  initPage,
  messageIn,
  openHost,
  pageWith,
  registerOrigins,
  showModule,
  test,
} from './support/embed.ts';

test('[SDK-1] [SDK-4] [SDK-19] two people chat in pages of different origins, without a cookie', async ({
  app,
  org,
  service,
  host,
  startHost,
  openReady,
}) => {
  const { ada, ben } = org;
  const binderId = await org.addBinder('Loan', ada, [ben]);
  await org.post(binderId, ada, 'Have you seen the offer?');
  const other = await startHost();
  await registerOrigins(service, org.client.id, [host.origin, other.origin]);
  other.put('/', pageWith(service, '<div id="one"></div>'));
  const [one, two] = [await openReady(), await openHost(app, `${other.origin}/`)];
  await initPage(two, org, { access_token: ben.token });
  for (const page of [one, two]) await showModule(page, 'chat', 'one', { binder_id: binderId });
  await messageIn(two, 'one', 'Have you seen the offer?').waitFor();
  await composerIn(two, 'one').fill('I have.');
  await composerIn(two, 'one').press('Enter');
  await messageIn(one, 'one', 'I have.').waitFor();
  const [started] = await eventsOf(one, 'start_chat');
  assert.equal(started?.binder_id, binderId);
  assert.match(String(started?.session_id), /^[\w-]{43}$/);
  const message = { message: 'I have.', binder_id: binderId };
  await expect.poll(() => detailsOf(one, 'receive_feed')).toEqual([message]);
  await expect.poll(() => detailsOf(two, 'publish_feed')).toEqual([message]);
  for (const page of [one, two]) {
    assert.deepEqual(await page.context().cookies(), []);
    const requests = app.requestsOf(page);
    for (const { token } of [ada, ben]) assert.ok(!requests.some((address) => address.includes(token)));
  }
  assert.ok(!service.logLines.some((line) => line.includes(ada.token)));
});

test('[WORK-11] without a mail server, a module does not offer to send an invitation again', async ({
  org,
  service,
  openReady,
}) => {
  const binder_id = await org.addBinder('Invited', org.ada);
  const json = { users: [{ user: { email: 'late@notary.example' } }] };
  await service.call('POST', `/${binder_id}/inviteuser`, { token: org.ada.token, json });
  await service.env.db.query(
    'UPDATE invitations SET updated_at = updated_at - 90000000 WHERE binder_id = $1',
    [binder_id],
  );
  const page = await openReady();
  await showModule(page, 'chat', 'one', { binder_id, tab: 'members' });
  const frame = frameIn(page, 'one');
  await frame.getByRole('button', { name: 'late@notary.example: Can edit', exact: true }).click();
  await expect(frame.getByRole('menuitem')).toHaveText(['Revoke']);
});

test('[SDK-33] Chat opens the conversation with a person, or creates a binder for several people or a name', async ({
  app,
  org,
  service,
  openReady,
}) => {
  const { ada, ben } = org;
  app.allowErrors(/40[034]/);
  const page = await openReady();
  const binderOf = (given: object) =>
    page.evaluate<{ binder_id: string; error_code?: unknown }>(`new Promise((resolve) => {
        Service.chatView({ start_chat: resolve, error: resolve, iframe: true, tagid4iframe: 'one', ...${JSON.stringify(given)} });
      })`);
  const { binder_id } = await binderOf({ unique_id: ben.uniqueId });
  assert.match(binder_id, /^B\w{22}$/);
  assert.equal((await binderOf({ email: ben.email })).binder_id, binder_id, 'the conversation of the two');
  const createdId = await binderOf({
    unique_id: `${ben.uniqueId}, ${org.carla.uniqueId}`,
    binder_name: 'Three of us',
  });
  const { body } = await service.call('GET', `/${createdId.binder_id}`, { token: org.carla.token });
  assert.deepEqual([body.data.name, body.data.users.length], ['Three of us', 3]);
  for (const [given, code] of [
    [{ unique_id: 'nobody' }, 404],
    [{ unique_id: ada.uniqueId }, 400],
    [{}, 400],
    [{ binder_id: 'B1234567890123456789012' }, 404],
    [{ binder_id: await org.addBinder('Closed', ben) }, 403],
  ] as const)
    assert.equal((await binderOf(given)).error_code, code, JSON.stringify(given));
});

test('[SDK-37] two modules in a page with a strict Content-Security-Policy change the binders they show', async ({
  app,
  org,
  service,
  host,
}) => {
  const { ada } = org;
  const [one, two] = [await org.addBinder('North', ada), await org.addBinder('South', ada)];
  await org.post(one, ada, 'in the north');
  await org.post(two, ada, 'in the south');
  const { origin } = service;
  const policy = `default-src 'none'; script-src ${origin} 'nonce-a'; frame-src ${origin}; connect-src ${origin}`;
  const page = pageWith(service, '<div id="one"></div><div id="two"></div>').replaceAll(
    '<script>',
    '<script nonce="a">',
  );
  host.put('/strict', page, { 'content-security-policy': policy });
  const opened = await openHost(app, `${host.origin}/strict`);
  await initPage(opened, org);
  const call = (tag: string, binderId: string) =>
    opened.evaluate(
      `Service.chat({ ...callbacks, iframe: true, tagid4iframe: '${tag}', binder_id: '${binderId}' })
          .then((handle) => { window.${tag} = handle; return handle.ready; })`,
    );
  await call('one', one);
  await call('two', two);
  await frameIn(opened, 'one').getByText('in the north').first().waitFor();
  await frameIn(opened, 'two').getByText('in the south').first().waitFor();
  await opened.evaluate(`one.on('start_chat', tell('heard')); one.update({ binder_id: '${two}' })`);
  await frameIn(opened, 'one').getByText('in the south').first().waitFor();
  await expect
    .poll(async () => (await eventsOf(opened, 'heard')).map(({ binder_id }) => binder_id))
    .toEqual([two]);
  await frameIn(opened, 'two').getByRole('link', { name: 'Members' }).click();
  await frameIn(opened, 'two').getByRole('button', { name: 'Add people' }).click();
  await expect
    .poll(async () => (await eventsOf(opened, 'invite_member')).map(({ binder_id }) => binder_id))
    .toEqual([two]);
  assert.equal(await frameIn(opened, 'two').getByRole('dialog').count(), 0);
  await opened.evaluate('two.close()');
  assert.equal(await opened.locator('iframe').count(), 1);
});

for (const policy of ['require-corp', 'credentialless'])
  test(`[SDK-47] modules are shown in pages with Cross-Origin-Embedder-Policy ${policy}`, {
    tag: policy === 'require-corp' ? [] : '@slow',
  }, async ({ app, org, service, openReady }) => {
    app.allowErrors(/403|not registered/);
    const { ada } = org;
    const binderId = await org.addBinder('Isolated', ada);
    await org.post(binderId, ada, 'behind glass');
    const web = { binderId, token: ada.token };
    const { pages } = await uploadFile(
      service,
      web,
      '<h1>Terms</h1><p>In a frame of its own.</p>',
      'terms.html',
    );
    const headers = { 'cross-origin-embedder-policy': policy, 'cross-origin-opener-policy': 'same-origin' };
    const page = await openReady({}, { headers });
    assert.equal(await page.evaluate('crossOriginIsolated'), true);
    await showModule(page, 'chat', 'one', { binder_id: binderId });
    await messageIn(page, 'one', 'behind glass').waitFor();
    await showModule(page, 'pageView', 'two', { binder_id: binderId, page_id: pages[0]?.id });
    const shown = frameIn(page, 'two').frameLocator('.web-frame');
    await shown.getByRole('heading', { name: 'Terms' }).waitFor();
    await registerOrigins(service, org.client.id, ['https://other.example']);
    await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one' })`);
    await expect.poll(() => codesOf(page)).toEqual(['origin not registered']);
  });
