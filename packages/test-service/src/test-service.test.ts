import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realtime, unwrap } from '@ringbinder/client';
import { until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { readDuration } from './duration.ts';
import { type RingbinderService, startRingbinder } from './index.ts';
import { requireNode } from './start.ts';

let service: RingbinderService;
beforeAll(async () => {
  service = await startRingbinder();
});
afterAll(() => service.stop());

test('[SANDBOX-6] others do their part, events are awaited, and two days of retries pass at once', async () => {
  const [ada, ben, cleo] = [service.as('owner'), service.as('ben'), service.as('cleo')];
  const events = await service.receiveEvents();
  const binder = await ada.makesBinder('Loan', [ben, service.bot]);
  await events.expect('bot_installed');
  const question = await ada.says(binder, 'Is all there?');
  await ben.answers(binder, question, 'Yes');
  const posted = await events.next({ message_type: 'comment_posted', binder_id: binder });
  assert.equal(posted.event.comment.text, 'Is all there?');
  assert.equal((await events.next({ message_type: 'comment_posted' })).event.user.id, ben.id);
  await ben.uploads(binder, new File(['The plan'], 'plan.txt', { type: 'text/plain' }));
  assert.equal((await events.next({ message_type: 'file_uploaded' })).event.file.name, 'plan.txt');
  await events.expect('page_created');

  await ada.adds(binder, cleo);
  const workflow = await ada.asks(binder, 'Approve the loan', [
    { assignee: ben, buttons: ['approve', { id: 'reject', text: 'Reject' }] },
    { assignee: cleo, buttons: ['approve'] },
  ]);
  await assert.rejects(ada.presses(workflow, 'approve'), /no step of “Approve the loan” waits for Ada Admin/);
  await assert.rejects(cleo.presses(workflow, 'approve'), { status: 412 });
  await ben.presses(workflow, 'approve');
  await cleo.presses(workflow, 'approve');
  const path = { binder_id: binder, transaction_id: workflow.transactionId };
  const get = () => ada.client.api.GET('/{binder_id}/transactions/{transaction_id}', { params: { path } });
  assert.equal((await unwrap(get())).outcome, 'completed');

  const call = await ben.addsTodo(binder, 'Call back');
  await ada.completes(binder, call);
  await events.expect('todo_created', 'todo_completed');
  await service.settle();
  await assert.rejects(
    events.next({ message_type: 'meet_recording_ready' }, 50),
    /no event .* came in 50 ms; there were: bot_/,
  );

  const before = events.all.length;
  await service.clock.freeze();
  const clockTime = await service.clock.now();
  events.failNext(6);
  await ada.sendsFile(binder, new File(['More'], 'more.txt'), 'Late');
  const later = await service.clock.advance('2 days');
  assert.equal(later.getTime(), clockTime.getTime() + 2 * 86_400_000);
  const retried = events.all[before];
  assert.equal(Math.round(((retried?.sentAt.getTime() ?? 0) - clockTime.getTime()) / 60_000), 1055);
  await ben.says(binder, 'Two days later, with a token of that day');
  await service.clock.resume();
});

test('[SANDBOX-6] a service is put back to the demo, with ids of a seed and at a time', async () => {
  const run = async () => {
    await service.reset({ seed: 'loans', time: '2030-01-01T09:00:00Z', freeze: true });
    const events = await service.receiveEvents();
    const binder = await service.as('ada').makesBinder('Loan', [service.bot]);
    const event = await events.next({ message_type: 'bot_installed' });
    await events.close();
    return [service.demo.binder_id, binder, event];
  };
  assert.deepEqual(await run(), await run());
  assert.equal((await service.clock.now()).toISOString(), '2030-01-01T09:00:00.000Z');
  await service.reset();
});

test('[SANDBOX-5] who follows a binder over a reset is shown the new one, and nothing of the old', async () => {
  const ben = service.as('ben');
  const { binder_id } = service.demo;
  const channel = realtime(ben.client);
  try {
    const replica = channel.subscribe(binder_id);
    const texts = () => replica.state?.messages.map(({ text }) => text) ?? [];
    await ben.says(binder_id, 'before');
    await until('it is shown', () => texts().includes('before'));
    const epoch = replica.position?.epoch;
    await service.reset();
    await service.as('ada').says(binder_id, 'after');
    await until('history has begun anew', () => texts().includes('after'));
    assert.deepEqual(texts(), ['after']);
    assert.notEqual(replica.position?.epoch, epoch);
    await ben.says(binder_id, 'As before, with another token');
  } finally {
    await channel.close();
  }
});

test('[SANDBOX-6] durations are told in words', () => {
  for (const [text, ms] of [
    [1500, 1500],
    ['2 days', 172_800_000],
    ['1 hour 30 minutes', 5_400_000],
    ['1 day and 1 second', 86_401_000],
    ['500ms', 500],
    ['1.5 h', undefined],
    ['soon', undefined],
    ['2 days ago', undefined],
  ] as const)
    if (ms === undefined) assert.throws(() => readDuration(text), TypeError, String(text));
    else assert.equal(readDuration(text), ms, String(text));
});

test('[SANDBOX-6] nothing is left when the tests are killed, and who names no service is told so', async () => {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'killed-'));
  const start = `import { startRingbinder } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    console.log((await startRingbinder()).baseUrl); setInterval(() => {}, 1000);`;
  const tests = spawn(process.execPath, ['--input-type=module', '-e', start], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [baseUrl] = (await once(tests.stdout.setEncoding('utf8'), 'data')) as [string];
  const answers = () => fetch(`${new URL(baseUrl.trim()).origin}/healthz`).then(Boolean, () => false);
  assert.ok(await answers());
  tests.kill('SIGKILL');
  await until('the service has ended', async () => !(await answers()));
  await until('its files are gone', async () => (await readdir(TMPDIR)).length === 0);
  await rm(TMPDIR, { recursive: true });
  await assert.rejects(
    startRingbinder({ directory: '/nowhere' }),
    /there is no Ringbinder in \/nowhere: clone/,
  );
  await assert.rejects(startRingbinder({ settings: { PORT: 'x' } }), /did not start:\s.*PORT/s);
});

test('[SANDBOX-6] a Node that is too old is named, with the one that is needed', () => {
  for (const old of ['18.20.4', '20.19.0', '21.7.3'])
    assert.throws(() => requireNode(old), new RegExp(`needs Node ≥ 22, and this is Node ${old}`));
  for (const good of ['22.0.0', '24.21.0', '100.0.0']) requireNode(good);
});
