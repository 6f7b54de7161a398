import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '@ringbinder/testkit';
import { startApp } from '../web/testing/app-page.ts';
import { frameIn, openHost, pageWith, registerOrigins, startHost, toldOf } from './testing/host-page.ts';

/* What the doctor says of a page that shows modules, or has tried to, when its own frame is late. */

const { browser, service, fixture } = await startApp();
const host = await startHost();
await registerOrigins(service, fixture.client.id, [host.origin]);
const { ada } = fixture;
const binderId = await fixture.addBinder('Examined', ada);
host.put('/', pageWith(service, '<div id="one"></div>'));

interface Finding {
  code: string;
  sentence: string;
}

async function openReady() {
  const { page } = await openHost(browser, `${host.origin}/`);
  await page.evaluate(
    `Service.init({ mode: 'production', client_id: '${fixture.client.id}', access_token: '${ada.token}', sdk_version: 3 })`,
  );
  /** Answers the frames of the doctor with an empty page, all of them or the first ones. */
  const silence = async (times: number) => {
    let left = times;
    const asked: string[] = [];
    await page.route('**/embed/doctor?*', async (route) => {
      asked.push(route.request().url());
      if (left-- > 0) await route.fulfill({ contentType: 'text/html', body: '' });
      else await route.continue();
    });
    return asked;
  };
  const look = async () => (await page.evaluate('Service.doctor()')) as Finding[];
  return { page, silence, look };
}

test(
  '[SDK-67] a frame of the doctor that is late is tried again, and what is silent three times is blocked',
  browser.needed,
  async () => {
    const late = await openReady();
    const asked = await late.silence(2);
    assert.ok(!(await late.look()).some(({ code }) => code === 'frame_blocked'));
    assert.equal(asked.length, 3);
    await late.page.context().close();

    const blocked = await openReady();
    await blocked.silence(100);
    assert.ok((await blocked.look()).some(({ code }) => code === 'frame_blocked'));
    await blocked.page.context().close();
  },
);

test(
  '[SDK-67] frames are never called blocked where a module is shown, and the error of one that is not is repeated',
  browser.needed,
  async () => {
    const { page, silence, look } = await openReady();
    await silence(100);
    await page.evaluate(
      `Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: '${binderId}' })`,
    );
    await frameIn(page, 'one').locator('[data-composer]').waitFor();
    assert.ok(!(await look()).some(({ code }) => /frame_blocked|module_failed/.test(code)));
    await page.evaluate(`Service.chat({ ...callbacks, iframe: true, tagid4iframe: 'one', binder_id: 'B1' })`);
    await until('it has failed', async () => (await toldOf(page, 'error')).length > 0);
    const [first] = (await look()).filter(({ code }) => code === 'module_failed');
    assert.match(first?.sentence ?? '', /^chat is not shown: there is no binder B1 \(404\)\.$/);
    await page.context().close();
  },
);

test('[SDK-67] the reference is a page of the server, which the guides and the API reference lead to', async () => {
  const answer = await fetch(`${service.origin}/docs/guides/sdk`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  for (const part of [
    'service-transaction',
    'data-client-id',
    'binder-id',
    'request_view_binder',
    'page without origin',
  ])
    assert.ok(text.includes(part), part);
  const overview = await (await fetch(`${service.origin}/docs/guides`)).text();
  assert.match(overview, /href="\/docs\/guides\/sdk"/);
});
