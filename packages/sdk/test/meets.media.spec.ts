import assert from 'node:assert/strict';
import type { Frame } from '@playwright/test';
import type { App, Page } from '@ringbinder/testkit/playwright/index.ts';
import {
  codesOf,
  eventsOf,
  expect,
  frameIn,
  type HostSite,
  openHost,
  openWindow,
  pageWith,
  test,
} from './support/embed.ts';

const CALLBACK_NAMES = [
  ...['start_meet', 'resume_meet', 'end_meet', 'exit_meet', 'save_meet', 'invite_meet', 'invited_meet'],
  ...['start_screen_share', 'stop_screen_share', 'fail'],
];

const bodyOf = (clientId: string) =>
  `<div id="one"></div><button onclick="inWindow()">Join</button><script>
    Object.assign(callbacks, Object.fromEntries(${JSON.stringify(CALLBACK_NAMES)}.map((name) => [name, tell(name)])));
    const begin = (access_token) => Service.init({ mode: 'production', client_id: '${clientId}', access_token, sdk_version: 3 });
  </script>`;

const KEEP_CONNECTIONS = `window.connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...values) { super(...values); connections.push(this); }
};`;

const DECODED = `(async () => {
  let frames = 0;
  for (const each of connections) for (const [, report] of await each.getStats())
    if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0;
  return frames;
})()`;

type Surface = Page | Frame;

async function receivesMore(surface: Surface, who: string): Promise<void> {
  const before = await surface.evaluate<number>(DECODED);
  await expect
    .poll(async () => (await surface.evaluate<number>(DECODED)) > before + 5, `${who} receives pictures`)
    .toBeTruthy();
}

async function hasPictureOf(surface: Surface, name: string): Promise<void> {
  const video = surface.locator('.meet-tile').filter({ hasText: name }).locator('video').first();
  await expect
    .poll(
      () => video.evaluate((each) => (each as unknown as { videoWidth: number }).videoWidth > 0),
      `${name} is seen`,
    )
    .toBeTruthy();
}

async function openCaller(
  { app, host }: { app: App; host: HostSite },
  token?: string,
  headers: Record<string, string> = {},
) {
  host.put('/', pageWith(app.service, bodyOf(app.org.client.id)), headers);
  const page = await openHost(app, `${host.origin}/`, { permissions: ['clipboard-write'] });
  await page.context().addInitScript(KEEP_CONNECTIONS);
  await page.evaluate(`begin(${token === undefined ? '' : `'${token}'`})`);
  const events = (name: string) => eventsOf(page, name);
  return {
    page,
    events,
    hasEvent: (name: string) =>
      expect.poll(async () => (await events(name)).length === 1, `${name} is told`).toBeTruthy(),
    call: (text: string) => page.evaluate(`Service.${text}`),
    async frame(): Promise<Frame> {
      const handle = await page.locator('#one iframe').elementHandle();
      const frame = await handle?.contentFrame();
      assert.ok(frame);
      return frame;
    },
    async joinInWindow(sessionKey: string, options = 'options: { MEET_ATTENDEE_WITHOUT_INVITE: true }') {
      await page.evaluate(
        `window.inWindow = () => Service.joinMeet({ ...callbacks, session_key: '${sessionKey}', ${options} })`,
      );
      const opened = await openWindow(page, 'Join');
      await opened.getByRole('button', { name: 'Join', exact: true }).click();
      return opened;
    },
  };
}

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-8] [SDK-16] [SDK-57] [SDK-59] [SDK-60] a member in a frame, one in a window and a guest meet with audio, video and a screen; callbacks report it, and the page controls it', {
  tag: '@slow',
}, async ({ app, org, service, host }) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Loan 4711', ada, [ben]);
  const one = await openCaller({ app, host }, ada.token);
  const { events, hasEvent, call } = one;
  const inFrame = `...callbacks, iframe: true, tagid4iframe: 'one', plugin_version: '2.9.5'`;
  const ours = `extension: { show_dialogs: { meet_invite: 'true' } }`;
  await one.page.evaluate(`Service.meet({ ${inFrame}, ${ours}, schedule_binder_id: '${binder_id}', topic: 'Valuation', video: true, invite_members: true });
      Service.meet.startRecord();`);
  const frame = frameIn(one.page, 'one');
  await frame.getByRole('button', { name: 'Join', exact: true }).click();
  await hasEvent('start_meet');
  await frame.locator('.meet-recording').waitFor();
  await call('meet.pauseRecord()');
  await frame.locator('.meet-recording').waitFor({ state: 'detached' });
  const [{ session_key, meet_id, ...started } = {}] = await events('start_meet');
  assert.match(String(session_key), /^M\w{22}$/);
  assert.deepEqual([meet_id, started.binder_id], [session_key, binder_id]);
  const { entries } = (await service.call('GET', `/${binder_id}/feed`, { token: ada.token })).body.data;
  const invited = entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited');
  assert.deepEqual(invited?.body.user_ids, [ben.id]);

  const two = await openCaller({ app, host }, ben.token);
  const theirs = await two.joinInWindow(String(session_key));
  await hasPictureOf(await one.frame(), 'Ben Okafor');
  await hasPictureOf(theirs, 'Ada Lovelace');
  await receivesMore(await one.frame(), 'the frame');
  await receivesMore(theirs, 'the window');
  await two.hasEvent('start_meet');
  await theirs.getByRole('button', { name: 'More' }).click();
  await theirs.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
  assert.equal(await theirs.getByRole('menuitem', { name: /link/ }).count(), 0);
  await theirs.keyboard.press('Escape');
  await frame.getByRole('button', { name: 'Share screen' }).click();
  await hasEvent('start_screen_share');
  await theirs.locator('.meet-tile[data-source=screen]').waitFor();
  await call('meet.stopScreenshare()');
  await hasEvent('stop_screen_share');
  await (await one.frame()).evaluate(
    "navigator.mediaDevices.getDisplayMedia = async () => { throw new DOMException('', 'NotReadableError'); }",
  );
  await frame.getByRole('button', { name: 'Share screen' }).click();
  await hasEvent('fail');
  await call(`meet.screenshare({ action: 'start', session_key: '${session_key}' })`);
  await call(`meet.changePresenter({ user_id: 'nobody' })`);
  await expect.poll(() => codesOf(one.page)).toEqual([404]);
  await call(`meet.changePresenter({ user_id: '${ben.id}' })`);
  await theirs.getByRole('button', { name: 'Leave or end' }).waitFor();
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('menuitem', { name: 'Copy link for guests' }).click();
  for (const name of ['invite_meet', 'invited_meet', 'invite_member']) await hasEvent(name);

  const created = await service.call('POST', `/meets/${session_key}/links`, { token: ada.token, json: {} });
  const three = await openCaller({ app, host });
  await three.call(
    `joinMeet({ ${inFrame}, session_key: '${created.body.data.url}', user_name: 'Grace Hopper' })`,
  );
  const guest = frameIn(three.page, 'one');
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await theirs.getByRole('button', { name: /^People/ }).click();
  await theirs.getByRole('button', { name: 'Let in Grace Hopper' }).click();
  await three.hasEvent('start_meet');
  await hasPictureOf(await three.frame(), 'Ben Okafor');
  await hasPictureOf(theirs, 'Grace Hopper');
  await receivesMore(await three.frame(), 'the guest');

  await two.page.context().close();
  const back = await openCaller({ app, host }, ben.token);
  const again = await back.joinInWindow(String(session_key));
  await hasPictureOf(again, 'Ada Lovelace');
  await hasPictureOf(again, 'Grace Hopper');
  await receivesMore(again, 'who came back');
  await receivesMore(await one.frame(), 'who stayed');

  await call('leaveMeet()');
  await hasEvent('exit_meet');
  await expect(one.page.locator('iframe')).toHaveCount(0);
  await call(`meet({ ${inFrame}, binder_id: '${binder_id}' })`);
  await frame.getByRole('button', { name: 'Join', exact: true }).click();
  await hasEvent('resume_meet');
  assert.equal((await events('resume_meet'))[0]?.session_key, session_key);
  await frame.getByRole('button', { name: 'More' }).click();
  await frame.getByRole('menuitem', { name: 'Invite people' }).click();
  await expect.poll(async () => (await events('invite_meet')).length === 2, 'the page is asked').toBeTruthy();
  assert.equal((await events('invited_meet')).length, 1);
  await call('endMeet()');
  await hasEvent('end_meet');
  await hasEvent('save_meet');
  await expect(one.page.locator('iframe')).toHaveCount(0);
  await again.getByRole('heading', { name: 'The meeting has ended' }).waitFor();
  await back.hasEvent('end_meet');
  await three.hasEvent('end_meet');
  assert.deepEqual(await three.events('save_meet'), []);
});

test('[SDK-61] a page with COOP same-origin meets in a window, and a person controls a screen that is shared from a frame', {
  tag: '@slow',
}, async ({ app, org, host }) => {
  const { ada, ben } = org;
  const binder_id = await org.addBinder('Isolated', ada, [ben]);
  const one = await openCaller({ app, host }, ada.token);
  const latest = `plugin_version: 'latest'`;
  await one.call(
    `meet({ ...callbacks, iframe: true, tagid4iframe: 'one', ${latest}, binder_id: '${binder_id}' })`,
  );
  const frame = frameIn(one.page, 'one');
  await frame.getByRole('button', { name: 'Join', exact: true }).click();
  await one.hasEvent('start_meet');
  const [{ session_key } = {}] = await one.events('start_meet');

  const two = await openCaller({ app, host }, ben.token, { 'cross-origin-opener-policy': 'same-origin' });
  const theirs = await two.joinInWindow(String(session_key), latest);
  assert.equal(await theirs.evaluate('opener === null'), true);
  assert.equal(new URL(theirs.url()).hash, '', 'the code is gone from the address');
  await two.hasEvent('start_meet');
  assert.equal((await two.events('start_meet'))[0]?.session_key, session_key);

  await frame.getByRole('button', { name: 'Share screen' }).click();
  await hasPictureOf(theirs, 'Ada Lovelace’s screen');
  await theirs.getByRole('button', { name: 'Request control' }).first().click();
  await frame.locator('.meet-control').getByRole('button', { name: 'Allow' }).click();
  const surface = theirs.locator('.meet-remote-surface');
  await surface.hover();
  await theirs.mouse.move(500, 300, { steps: 4 });
  await frame.locator('.meet-control').getByText('Ben Okafor has control of what you are showing.').waitFor();
  await frame.locator('.meet-control').getByRole('button', { name: 'Stop control' }).click();
  await surface.waitFor({ state: 'detached' });

  const closing = theirs.waitForEvent('close');
  await two.call('leaveMeet()');
  await two.hasEvent('exit_meet');
  await closing;
  await frame.locator('.meet-tile').filter({ hasText: 'Ben Okafor' }).waitFor({ state: 'detached' });
  assert.deepEqual(await two.events('error'), []);
});
