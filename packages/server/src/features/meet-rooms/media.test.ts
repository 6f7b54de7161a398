import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  becomes,
  type Cast,
  type CreatedUser,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { joinInBrowser, type MeetPage } from './testing/meet-page.ts';

let service: TestService;
let cast: Cast;
const browser = testBrowser(process.env, fakeMedia);
before(async () => {
  service = await startService();
  cast = await service.make.cast();
});
after(async () => {
  await browser.close();
  await service.close();
});

async function startMeet({ token }: CreatedUser): Promise<string> {
  const { status, body } = await service.call('POST', `/${cast.binderId}/meets`, { token, json: {} });
  assert.equal(status, 200);
  return body.data.session_key;
}

const framesOf = (page: MeetPage, name: string) => page.run((window, who) => window.seen(who).frames, name);
const toneOf = (page: MeetPage, name: string) => page.run((window, who) => window.heard(who), name);
const phaseOf = (page: MeetPage) => page.run((window) => window.meet.state.phase);

/** Waits until more pictures of somebody come. */
async function seesMore(page: MeetPage, name: string, what = `${name} is seen`): Promise<void> {
  const before = await framesOf(page, name);
  await until(what, async () => (await framesOf(page, name)) > before + 5);
}

/** Waits until the tone of somebody is heard, and no other one's. */
async function hears(page: MeetPage, name: string, tone: number): Promise<void> {
  await until(`${name} is heard at ${tone} Hz`, async () => Math.abs((await toneOf(page, name)) - tone) < 20);
}

test(
  '[MEET-9] [MEET-20] [MEET-21] three browsers see and hear each other, one late, one killed, the worker too',
  browser.needed,
  async (t) => {
    const { owner, editor, viewer } = cast;
    const sessionKey = await startMeet(owner);
    const join = ({ token }: CreatedUser, tone: number, resume?: string) =>
      joinInBrowser(service, browser, { token, sessionKey, tone, ...(resume ? { resume } : {}) });
    const first = await join(owner, 440);
    const second = await join(editor, 1_000);
    await seesMore(first, editor.name);
    await seesMore(second, owner.name);
    await hears(first, editor.name, 1_000);
    await hears(second, owner.name, 440);
    assert.ok((await second.run((window, name) => window.seen(name).width, owner.name)) > 0);
    const received = await second.run(async (window) => (await window.meet.stats()).received);
    assert.deepEqual(new Set(received.map(({ source }) => source)), new Set(['camera', 'microphone']));

    // One comes late, and sees those who sent their last key frame long ago.
    const begun = performance.now();
    const third = await join(viewer, 2_000);
    await seesMore(third, owner.name);
    await seesMore(third, editor.name);
    t.diagnostic(`late join to five pictures: ${Math.round(performance.now() - begun)} ms`);
    await hears(first, viewer.name, 2_000);
    const ages = await second.run((window, name) => window.seen(name).ages, owner.name);
    const sorted = ages.toSorted((one, other) => one - other);
    const [middle, most] = [0.5, 0.95].map((share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    t.diagnostic(`capture to display: p50 ${middle} ms, p95 ${most} ms of ${ages.length} pictures`);
    assert.ok((middle ?? Infinity) < 2_000);

    // What nobody looks at is not sent, and a small picture is small.
    const id = await second.run((window, name) => {
      return window.meet.state.participants.find((each) => each.name === name)?.id ?? '';
    }, owner.name);
    await second.run(
      (window, participantId) => window.meet.setView([{ participantId, source: 'camera', layer: 'low' }]),
      id,
    );
    await until(
      'the small layer comes',
      async () => (await second.run((window, name) => window.seen(name).width, owner.name)) <= 320,
    );
    const others = await framesOf(second, viewer.name);
    await seesMore(second, owner.name);
    assert.ok((await framesOf(second, viewer.name)) - others <= 5, 'who is not shown is not sent');
    await second.run(
      (window, participantId) => window.meet.setView([{ participantId, source: 'camera', layer: 'high' }]),
      id,
    );
    await until(
      'the large layer comes',
      async () => (await second.run((window, name) => window.seen(name).width, owner.name)) > 320,
    );

    // One is killed, and comes back as who he was.
    const [resume, was] = await third.run((window) => [window.resume, window.meet.state.self?.id] as const);
    await third.close();
    const again = await join(viewer, 2_000, resume);
    assert.equal(await again.run((window) => window.meet.state.self?.id), was);
    await seesMore(again, owner.name);
    await seesMore(first, viewer.name);

    // The process of the media is killed: everybody is back by himself, and chat and REST went on.
    const { pid } = service.env.meetEngine;
    assert.ok(pid);
    const killed = performance.now();
    const before = await framesOf(first, editor.name);
    process.kill(pid, 'SIGKILL');
    await until('the old process is gone', () => service.env.meetEngine.pid !== pid);
    const said = await service.call('POST', `/${cast.binderId}/messages`, {
      token: editor.token,
      json: { message: { text: 'Still here?' } },
    });
    assert.equal(said.status, 200);
    await until('it runs again', () => service.env.meetEngine.isRunning);
    await until('pictures come again', async () => (await framesOf(first, editor.name)) > before + 10);
    t.diagnostic(`pictures after the death of the worker: ${Math.round(performance.now() - killed)} ms`);
    await seesMore(second, owner.name);
    await hears(again, owner.name, 440);
    assert.equal(await again.run((window) => window.meet.state.self?.id), was);

    // Who mutes himself is not heard, and is again.
    await first.run((window) => window.meet.setMuted('microphone', true));
    await becomes(() => toneOf(second, owner.name), 0);
    await first.run((window) => window.meet.setMuted('microphone', false));
    await hears(second, owner.name, 440);

    // A host silences one, whose microphone is forwarded to nobody until he speaks up himself.
    const target = await first.run((window, name) => {
      return window.meet.state.participants.find((each) => each.name === name)?.id ?? '';
    }, editor.name);
    await first.run((window, participantId) => window.meet.host('mute', participantId), target);
    await becomes(() => toneOf(first, editor.name), 0);
    await until('he is told', () =>
      second.run((window) => window.events.some(({ type }) => type === 'muted')),
    );
    const refusal = await second.run((window) =>
      window.meet.host('end').then(
        () => 'granted',
        (error: { code: string }) => error.code,
      ),
    );
    assert.equal(refusal, 'RESPONSE_ERROR_PERMISSION');
    await first.run((window) => window.meet.host('end'));
    for (const page of [first, second, again]) await becomes(() => phaseOf(page), 'ended');
    const { body } = await service.call('GET', `/meets/status/${sessionKey}`, { token: owner.token });
    assert.equal(body.data.status, 'SESSION_ENDED');
    // The browser asks for an icon of the page, and there is none.
    for (const { errors } of [first, second, again])
      assert.deepEqual(
        errors.filter((error) => !error.startsWith('Failed to load resource')),
        [],
      );
  },
);
