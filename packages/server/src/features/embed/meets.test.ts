import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
import type { Frame, Page } from 'playwright-core';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

const { browser, service, fixture } = await startApp({}, fakeMedia);
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada, ben } = fixture;

/** What a page hears of a meet. */
const HEARD = [
  ...['start_meet', 'resume_meet', 'end_meet', 'exit_meet', 'save_meet', 'invite_meet', 'invited_meet'],
  ...['start_screen_share', 'stop_screen_share', 'fail'],
];

const caller = pageWith(
  service,
  `<div id="one"></div><button onclick="inWindow()">Join</button><script>
    Object.assign(callbacks, Object.fromEntries(${JSON.stringify(HEARD)}.map((name) => [name, tell(name)])));
    const begin = (access_token) => Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token, sdk_version: 3 });
  </script>`,
);
host.put('/', caller);
host.put('/isolated', caller, { 'cross-origin-opener-policy': 'same-origin' });

/** Keeps all connections of a page, for its figures. */
const KEEP_CONNECTIONS = `window.connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...values) { super(...values); connections.push(this); }
};`;

/** How many pictures were decoded of what a page receives. */
const DECODED = `(async () => {
  let frames = 0;
  for (const each of connections) for (const [, report] of await each.getStats())
    if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0;
  return frames;
})()`;

type Shown = Page | Frame;

/** Waits until more of the pictures of others were decoded. */
async function receivesMore(shown: Shown, who: string): Promise<void> {
  const before = await shown.evaluate<number>(DECODED);
  await until(`${who} receives pictures`, async () => (await shown.evaluate<number>(DECODED)) > before + 5);
}

/** Waits until the pictures of somebody are shown. */
async function sees(shown: Shown, name: string): Promise<void> {
  const video = shown.locator('.meet-tile').filter({ hasText: name }).locator('video').first();
  await until(`${name} is seen`, () =>
    video.evaluate((each) => (each as unknown as { videoWidth: number }).videoWidth > 0),
  );
}

/** Opens the page, for somebody with a token, or for a guest. */
async function openCaller(token?: string, path = '/') {
  const { page } = await openHost(browser, `${host.origin}${path}`, { permissions: ['clipboard-write'] });
  await page.context().addInitScript(KEEP_CONNECTIONS);
  await page.evaluate(`begin(${token === undefined ? '' : `'${token}'`})`);
  const told = (name: string) => toldOf(page, name);
  return {
    page,
    told,
    isTold: (name: string) => until(`${name} is told`, async () => (await told(name)).length === 1),
    call: (text: string) => page.evaluate(`Service.${text}`),
    /** The frame of the module. */
    async frame(): Promise<Frame> {
      const handle = await page.locator('#one iframe').elementHandle();
      const frame = await handle?.contentFrame();
      assert.ok(frame);
      return frame;
    },
    /** Joins a meet in a window, by the click of a button. */
    async joinInWindow(sessionKey: string, options = 'options: { MEET_ATTENDEE_WITHOUT_INVITE: true }') {
      await page.evaluate(
        `window.inWindow = () => Service.joinMeet({ ...callbacks, session_key: '${sessionKey}', ${options} })`,
      );
      const opening = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Join' }).click();
      const opened = await opening;
      await opened.getByRole('button', { name: 'Join', exact: true }).click();
      return opened;
    },
  };
}

test(
  '[SDK-8] [SDK-16] [SDK-57] [SDK-59] [SDK-60] three browsers meet, in a frame, in a window and as a guest: audio, video and the screen, callbacks, what the page says, one killed and back, the end',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Loan 4711', ada, [ben]);
    const one = await openCaller(ada.token);
    const { told, isTold, call } = one;
    const codes = async () => (await told('error')).map(({ error_code }) => error_code);
    const inFrame = `...callbacks, iframe: true, tagid4iframe: 'one', plugin_version: '2.9.5'`;
    const ours = `extension: { show_dialogs: { meet_invite: 'true' } }`;
    // What is said before the frame is loaded is done when somebody is in the meet.
    await one.page.evaluate(`Service.meet({ ${inFrame}, ${ours}, schedule_binder_id: '${binder_id}', topic: 'Valuation', video: true, invite_members: true });
      Service.meet.startRecord();`);
    const frame = frameIn(one.page, 'one');
    await frame.getByRole('button', { name: 'Join', exact: true }).click();
    await isTold('start_meet');
    await frame.locator('.meet-recording').waitFor();
    await call('meet.pauseRecord()');
    await frame.locator('.meet-recording').waitFor({ state: 'detached' });
    const [{ session_key, meet_id, ...started } = {}] = await told('start_meet');
    assert.match(String(session_key), /^M\w{22}$/);
    assert.deepEqual([meet_id, started.binder_id], [session_key, binder_id]);
    const { entries } = (await service.call('GET', `/${binder_id}/feed`, { token: ada.token })).body.data;
    const invited = entries.findLast(({ kind }: { kind: string }) => kind === 'meet_invited');
    assert.deepEqual(invited?.body.user_ids, [ben.id]);

    // Somebody else joins in a window of a page of their own, and each is seen by the other.
    const two = await openCaller(ben.token);
    const theirs = await two.joinInWindow(String(session_key));
    await sees(await one.frame(), 'Ben Okafor');
    await sees(theirs, 'Ada Lovelace');
    await receivesMore(await one.frame(), 'the frame');
    await receivesMore(theirs, 'the window');
    await two.isTold('start_meet');
    // Hosts alone invite where the page says so.
    await theirs.getByRole('button', { name: 'More' }).click();
    await theirs.getByRole('menuitem', { name: 'Keyboard shortcuts' }).waitFor();
    assert.equal(await theirs.getByRole('menuitem', { name: /link/ }).count(), 0);
    await theirs.keyboard.press('Escape');
    await frame.getByRole('button', { name: 'Share screen' }).click();
    await isTold('start_screen_share');
    await theirs.locator('.meet-tile[data-source=screen]').waitFor();
    await call('meet.stopScreenshare()');
    await isTold('stop_screen_share');
    await (await one.frame()).evaluate(
      "navigator.mediaDevices.getDisplayMedia = async () => { throw new DOMException('', 'NotReadableError'); }",
    );
    await frame.getByRole('button', { name: 'Share screen' }).click();
    await isTold('fail');
    // A page cannot press a button in the frame: people are told to.
    await call(`meet.screenshare({ action: 'start', session_key: '${session_key}' })`);
    await call(`meet.changePresenter({ user_id: 'nobody' })`);
    await becomes(codes, [404]);
    await call(`meet.changePresenter({ user_id: '${ben.id}' })`);
    await theirs.getByRole('button', { name: 'Leave or end' }).waitFor();
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByRole('menuitem', { name: 'Copy link for guests' }).click();
    for (const name of ['invite_meet', 'invited_meet', 'invite_member']) await isTold(name);

    // A guest comes by the link, without a token, and is let in.
    const made = await service.call('POST', `/meets/${session_key}/links`, { token: ada.token, json: {} });
    const three = await openCaller();
    await three.call(
      `joinMeet({ ${inFrame}, session_key: '${made.body.data.url}', user_name: 'Grace Hopper' })`,
    );
    const guest = frameIn(three.page, 'one');
    await guest.getByRole('button', { name: 'Join', exact: true }).click();
    await theirs.getByRole('button', { name: /^People/ }).click();
    await theirs.getByRole('button', { name: 'Let in Grace Hopper' }).click();
    await three.isTold('start_meet');
    await sees(await three.frame(), 'Ben Okafor');
    await sees(theirs, 'Grace Hopper');
    await receivesMore(await three.frame(), 'the guest');

    // The browser of one is killed, and another one comes back in a window.
    await two.page.context().close();
    const back = await openCaller(ben.token);
    const again = await back.joinInWindow(String(session_key));
    await sees(again, 'Ada Lovelace');
    await sees(again, 'Grace Hopper');
    await receivesMore(again, 'who came back');
    await receivesMore(await one.frame(), 'who stayed');

    // One leaves, and goes on with one's own meet by meet(). A page that hears of it invites by itself.
    await call('leaveMeet()');
    await isTold('exit_meet');
    await becomes(() => one.page.locator('iframe').count(), 0);
    await call(`meet({ ${inFrame}, binder_id: '${binder_id}' })`);
    await frame.getByRole('button', { name: 'Join', exact: true }).click();
    await isTold('resume_meet');
    assert.equal((await told('resume_meet'))[0]?.session_key, session_key);
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByRole('menuitem', { name: 'Invite people' }).click();
    await until('the page is asked', async () => (await told('invite_meet')).length === 2);
    assert.equal((await told('invited_meet')).length, 1);
    await call('endMeet()');
    await isTold('end_meet');
    await isTold('save_meet');
    await becomes(() => one.page.locator('iframe').count(), 0);
    await again.getByRole('heading', { name: 'The meet has ended' }).waitFor();
    await back.isTold('end_meet');
    await three.isTold('end_meet');
    assert.deepEqual(await three.told('save_meet'), []);
    for (const { page } of [one, three, back]) await page.context().close();
  },
);

test(
  '[SDK-61] a page with COOP same-origin meets in a window: the session comes by a code, callbacks come back, the page ends it; with plugin_version latest what is shared in a frame is controlled by consent',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Isolated', ada, [ben]);
    const one = await openCaller(ada.token);
    const latest = `plugin_version: 'latest'`;
    await one.call(
      `meet({ ...callbacks, iframe: true, tagid4iframe: 'one', ${latest}, binder_id: '${binder_id}' })`,
    );
    const frame = frameIn(one.page, 'one');
    await frame.getByRole('button', { name: 'Join', exact: true }).click();
    await one.isTold('start_meet');
    const [{ session_key } = {}] = await one.told('start_meet');

    const two = await openCaller(ben.token, '/isolated');
    const theirs = await two.joinInWindow(String(session_key), latest);
    assert.equal(await theirs.evaluate('opener === null'), true);
    assert.equal(new URL(theirs.url()).hash, '', 'the code is gone from the address');
    await two.isTold('start_meet');
    assert.equal((await two.told('start_meet'))[0]?.session_key, session_key);

    // What the frame shares the window asks to control, and is allowed to.
    await frame.getByRole('button', { name: 'Share screen' }).click();
    await sees(theirs, 'Ada Lovelace’s screen');
    await theirs.getByRole('button', { name: 'Ask for control' }).first().click();
    await frame.locator('.meet-control').getByRole('button', { name: 'Allow' }).click();
    const surface = theirs.locator('.meet-remote-surface');
    await surface.hover();
    await theirs.mouse.move(500, 300, { steps: 4 });
    await frame.locator('.meet-control').getByText('Ben Okafor has control of what you show.').waitFor();
    await frame.locator('.meet-control').getByRole('button', { name: 'Stop control' }).click();
    await surface.waitFor({ state: 'detached' });

    // The page reaches the window over the server, and hears of it in the same way.
    const closing = theirs.waitForEvent('close');
    await two.call('leaveMeet()');
    await two.isTold('exit_meet');
    await closing;
    await frame.locator('.meet-tile').filter({ hasText: 'Ben Okafor' }).waitFor({ state: 'detached' });
    assert.deepEqual(await two.told('error'), []);
    for (const { page } of [one, two]) await page.context().close();
  },
);
