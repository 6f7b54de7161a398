import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia } from '@ringbinder/testkit/browser.ts';
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

host.put(
  '/',
  pageWith(
    service,
    `<div id="one"></div><script>
    Object.assign(callbacks, Object.fromEntries(${JSON.stringify(HEARD)}.map((name) => [name, tell(name)])));
    Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 3 });
  </script>`,
  ),
);

test(
  '[SDK-8] [SDK-16] [SDK-57] a meet in a frame carries audio, video and the screen, tells what happens in it, does what the page says, and is gone on with',
  browser.needed,
  async () => {
    const binder_id = await fixture.addBinder('Loan 4711', ada, [ben]);
    const { page } = await openHost(browser, `${host.origin}/`, { permissions: ['clipboard-write'] });
    const told = (name: string) => toldOf(page, name);
    const isTold = (name: string, count = 1) =>
      until(`${name} is told`, async () => (await told(name)).length === count);
    const codes = async () => (await told('error')).map(({ error_code }) => error_code);
    const call = (text: string) => page.evaluate(`Service.${text}`);
    const inFrame = `...callbacks, iframe: true, tagid4iframe: 'one', plugin_version: '2.9.5'`;
    await call(`meet({ ${inFrame}, schedule_binder_id: '${binder_id}', topic: 'Valuation', video: true })`);
    const frame = frameIn(page, 'one');
    const join = frame.getByRole('button', { name: 'Join', exact: true });
    await join.waitFor();
    // Before somebody is in it nothing can be recorded.
    await call('meet.startRecord()');
    await becomes(codes, [412]);
    await join.click();
    await isTold('start_meet');
    const [{ session_key, meet_id, ...started } = {}] = await told('start_meet');
    assert.match(String(session_key), /^M\w{22}$/);
    assert.deepEqual([meet_id, started.binder_id], [session_key, binder_id]);

    // Somebody else joins by a page of their own, and each is seen by the other.
    const other = await openHost(browser, `${host.origin}/`);
    await other.page.evaluate(
      `Service.joinMeet({ ${inFrame}, access_token: '${ben.token}', meet_id: '${session_key}' })`,
    );
    const theirs = frameIn(other.page, 'one');
    await theirs.getByRole('button', { name: 'Join', exact: true }).click();
    for (const [at, name] of [
      [frame, 'Ben Okafor'],
      [theirs, 'Ada Lovelace'],
    ] as const) {
      const video = at.locator('.meet-tile').filter({ hasText: name }).locator('video').first();
      await until(`${name} is seen`, () =>
        video.evaluate((shown) => (shown as unknown as { videoWidth: number }).videoWidth > 0),
      );
    }
    await frame.getByRole('button', { name: 'Share screen' }).click();
    await isTold('start_screen_share');
    await theirs.locator('.meet-tile[data-source=screen]').waitFor();
    await call('meet.stopScreenshare()');
    await isTold('stop_screen_share');
    const shown = page.frames().find((each) => each.url().includes('/embed/meet'));
    await shown?.evaluate(
      "navigator.mediaDevices.getDisplayMedia = async () => { throw new DOMException('', 'NotReadableError'); }",
    );
    await frame.getByRole('button', { name: 'Share screen' }).click();
    await isTold('fail');
    // A page cannot press a button in the frame: people are told to.
    await call(`meet.screenshare({ action: 'start', session_key: '${session_key}' })`);
    await call(`meet.changePresenter({ user_id: 'nobody' })`);
    await becomes(codes, [412, 404]);
    await call(`meet.changePresenter({ user_id: '${ben.id}' })`);
    await theirs.getByRole('button', { name: 'Leave or end' }).waitFor();
    await frame.getByRole('button', { name: 'More' }).click();
    await frame.getByRole('menuitem', { name: 'Copy link for guests' }).click();
    await isTold('invite_meet');
    await isTold('invited_meet');
    await isTold('invite_member');

    // One leaves, and goes on with one's own meet by meet().
    await call('leaveMeet()');
    await isTold('exit_meet');
    await becomes(() => page.locator('iframe').count(), 0);
    await call(`meet({ ${inFrame}, binder_id: '${binder_id}' })`);
    await frame.getByRole('button', { name: 'Join', exact: true }).click();
    await isTold('resume_meet');
    assert.equal((await told('resume_meet'))[0]?.session_key, session_key);
    await call('endMeet()');
    await isTold('end_meet');
    await isTold('save_meet');
    await becomes(() => page.locator('iframe').count(), 0);
    await theirs.getByRole('heading', { name: 'The meet has ended' }).waitFor();
    for (const each of [page, other.page]) await each.context().close();
  },
);
