import assert from 'node:assert/strict';
import { type CreatedUser, until } from '@ringbinder/testkit';
import { expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { framesOf, joinMeet, receivesMore, startMeet } from '../support/meet-browsers.ts';
import type { MeetPage } from '../support/meet-page.ts';

const toneOf = (page: MeetPage, name: string) => page.run((window, who) => window.heard(who), name);
const widthOf = (page: MeetPage, name: string) => page.run((window, who) => window.seen(who).width, name);
const selfOf = (page: MeetPage) => page.run((window) => window.meet.state.self?.id);
const idOf = (page: MeetPage, name: string) =>
  page.run((window, who) => window.meet.state.participants.find((each) => each.name === who)?.id ?? '', name);
const setView = (page: MeetPage, participantId: string, layer: string) =>
  page.run(
    (window, [id, size]) => window.meet.setView([{ participantId: id, source: 'camera', layer: size }]),
    [participantId, layer] as const,
  );

const receivesTone = (page: MeetPage, name: string, tone: number) =>
  expect
    .poll(async () => Math.abs((await toneOf(page, name)) - tone), `${name} is heard at ${tone} Hz`)
    .toBeLessThan(20);
const receivesNoSound = (page: MeetPage, name: string) => expect.poll(() => toneOf(page, name)).toBe(0);

test('[MEET-9] [MEET-20] [MEET-21] three browsers see and hear each other, also after one joined late, one was killed, and the media process died', async ({
  app,
  service,
}, testInfo) => {
  test.slow();
  const { owner, editor, viewer, binderId } = await service.make.cast();
  const sessionKey = await startMeet(service, binderId, owner);
  const join = (
    person: CreatedUser,
    tone: number,
    more: { resume?: string; width?: number; height?: number } = {},
  ) => joinMeet(app, person, { sessionKey, tone, ...more });
  const note = (type: string, description: string) => testInfo.annotations.push({ type, description });
  const first = await join(owner, 440, { width: 640, height: 360 });
  const second = await join(editor, 1_000);

  await test.step('two see and hear each other', async () => {
    await receivesMore(first, editor.name);
    await receivesMore(second, owner.name);
    await receivesTone(first, editor.name, 1_000);
    await receivesTone(second, owner.name, 440);
    assert.ok((await widthOf(second, owner.name)) > 0);
    const received = await second.run(async (window) => (await window.meet.stats()).received);
    assert.deepEqual(new Set(received.map(({ source }) => source)), new Set(['camera', 'microphone']));
  });

  const begun = performance.now();
  const third = await join(viewer, 2_000);
  await test.step('one who joins late sees those whose last key frame was long ago', async () => {
    await receivesMore(third, owner.name);
    await receivesMore(third, editor.name);
    note('late join to five pictures', `${Math.round(performance.now() - begun)} ms`);
    await receivesTone(first, viewer.name, 2_000);
    const ages = await second.run((window, name) => window.seen(name).ages, owner.name);
    const sorted = ages.toSorted((one, other) => one - other);
    const [middle = Infinity, most] = [0.5, 0.95].map(
      (share) => sorted[Math.floor(share * (sorted.length - 1))],
    );
    note('capture to display', `p50 ${middle} ms, p95 ${most} ms of ${ages.length} pictures`);
    assert.ok(middle < 2_000);
  });

  await test.step('a view gets the layer that it shows, and nothing that it does not show', async () => {
    const id = await idOf(second, owner.name);
    await setView(second, id, 'low');
    await expect.poll(() => widthOf(second, owner.name), 'the small layer comes').toBeLessThanOrEqual(320);
    const others = await framesOf(second, viewer.name);
    await receivesMore(second, owner.name, 10);
    assert.ok((await framesOf(second, viewer.name)) - others <= 5, 'a camera that is not shown is not sent');
    await setView(second, id, 'high');
    await expect.poll(() => widthOf(second, owner.name), 'the large layer comes').toBeGreaterThan(320);
  });

  const [resume, was] = await third.run((window) => [window.resume, window.meet.state.self?.id] as const);
  await third.close();
  const again = await join(viewer, 2_000, { resume });
  await test.step('one whose browser was killed comes back as the same participant', async () => {
    assert.equal(await selfOf(again), was);
    await receivesMore(again, owner.name);
    await receivesMore(first, viewer.name);
  });

  await test.step('all are back by themselves after the media process was killed, and REST works meanwhile', async () => {
    const { pid } = service.env.meetEngine;
    assert.ok(pid);
    const killed = performance.now();
    const before = await framesOf(first, editor.name);
    process.kill(pid, 'SIGKILL');
    await until('the old process is gone', () => service.env.meetEngine.pid !== pid);
    const posted = await service.call('POST', `/${binderId}/messages`, {
      token: editor.token,
      json: { message: { text: 'Still here?' } },
    });
    assert.equal(posted.status, 200);
    await until('it runs again', () => service.env.meetEngine.isRunning);
    await expect
      .poll(() => framesOf(first, editor.name), { message: 'pictures come again', timeout: 60_000 })
      .toBeGreaterThan(before + 10);
    note('pictures after the death of the process', `${Math.round(performance.now() - killed)} ms`);
    await receivesMore(second, owner.name);
    await receivesTone(again, owner.name, 440);
    assert.equal(await selfOf(again), was);
  });

  await test.step('one who mutes themselves is not heard until they unmute', async () => {
    await first.run((window) => window.meet.setMuted('microphone', true));
    await receivesNoSound(second, owner.name);
    await first.run((window) => window.meet.setMuted('microphone', false));
    await receivesTone(second, owner.name, 440);
  });

  await test.step('a host mutes another participant, and ends the meet', async () => {
    const target = await idOf(first, editor.name);
    await first.run((window, participantId) => window.meet.host('mute', participantId), target);
    await receivesNoSound(first, editor.name);
    await expect
      .poll(() => second.run((window) => window.events.some(({ type }) => type === 'muted')))
      .toBe(true);
    const refusal = await second.run((window) =>
      window.meet.host('end').then(
        () => 'granted',
        (error: { code: string }) => error.code,
      ),
    );
    assert.equal(refusal, 'RESPONSE_ERROR_PERMISSION');
    await first.run((window) => window.meet.host('end'));
    for (const page of [first, second, again])
      await expect.poll(() => page.run((window) => window.meet.state.phase)).toBe('ended');
    const { body } = await service.call('GET', `/meets/status/${sessionKey}`, { token: owner.token });
    assert.equal(body.data.status, 'SESSION_ENDED');
  });
});
