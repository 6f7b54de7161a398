import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  onDatabase,
  type Received,
  sharedServer,
  startReceiver,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { activity } from '../home/index.ts';

// APP_KILLS=100 takes a few minutes.
const KILLS = Number(process.env.APP_KILLS ?? 6);
const BINDERS = 5;
const PROGRAM = fileURLToPath(new URL('testing/app-process.ts', import.meta.url));

let service: TestService;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  service = await startService({ config: { pushPrivateNetwork: true, callsPerMinute: 1e9 } });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.close();
});

async function startProcess(): Promise<ChildProcess> {
  const [row] = await service.env.db.query<{ database: string }>('SELECT current_database() AS database');
  const connection = JSON.stringify(onDatabase(sharedServer(), row?.database ?? ''));
  const args = [PROGRAM, connection, service.shared.masterKey.toString('hex')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  children.delete(child);
}

const idOf = ({ headers }: Received) => String(headers['webhook-id']);

test(
  '[NOTIFY-30] processes killed amid calls lose no notification, and repeat none under another id',
  async (t) => {
    const { env, make, call } = service;
    const receiver = await startReceiver();
    t.onTestFinished(() => receiver.close());
    const partner = await make.partner();
    const owner = await make.user({ partner });
    const ann = await make.user({ partner });
    const eve = await make.user({ partner });
    await env.db.query('UPDATE users SET is_partner_admin = true WHERE id = $1', [owner.id]);
    await env.revocations.announce(env.db, 'any');
    const send = async (path: string, json: object) => {
      const { status, body } = await call('POST', path, { token: owner.token, json });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    await send(`/partners/${partner.id}/clients`, { name: 'Bank', notification_url: receiver.url });
    const members = [ann, eve].map((user) => ({ user, role: 'editor' as const }));
    const binders: string[] = [];
    for (let count = 0; count < BINDERS; count++) binders.push(await make.binder(owner, members));
    /** Includes pushes that dead processes claimed. */
    const makeDue = () =>
      env.db.query(
        'UPDATE push_queue SET due_at = CASE WHEN claimed_until IS NULL THEN 0 END, claimed_until = CASE WHEN claimed_until IS NOT NULL THEN 0 END WHERE coalesce(claimed_until, due_at) IS NOT NULL',
      );
    const post = async (round: number) => {
      for (const binder of binders)
        await send(`/${binder}/messages`, {
          message: { text: `Round ${round}`, mentions: [ann.id, eve.id] },
        });
      await catchUpAll(env, activity);
      await makeDue();
    };

    let child = await startProcess();
    for (let round = 0; round < KILLS; round++) {
      const { promise: isCalled, resolve } = Promise.withResolvers<void>();
      receiver.answer = (_, response) => {
        if (round % 2 === 0) resolve();
        else response.on('finish', resolve);
        return 204;
      };
      await post(round);
      await isCalled;
      await kill(child);
      await makeDue();
      child = await startProcess();
      await until('all is sent', async () => {
        const [row] = await env.db.query<{ count: number }>(
          'SELECT count(*) FROM push_queue WHERE coalesce(claimed_until, due_at) IS NOT NULL',
        );
        return row?.count === 0;
      });
    }
    await kill(child);

    const calls = new Map<string, string>();
    for (const received of receiver.received) calls.set(idOf(received), received.body);
    const notifications = [...calls.values()].map((body) => {
      const { user_id: user, binder_id: binder, body: text } = JSON.parse(body);
      return `${user} ${binder} ${text}`;
    });
    assert.equal(notifications.length, KILLS * BINDERS * members.length);
    for (const { id } of [ann, eve])
      for (const binder of binders)
        for (let round = 0; round < KILLS; round++)
          assert.ok(
            notifications.some(
              (each) => each.startsWith(`${id} ${binder} `) && each.includes(`Round ${round}`),
            ),
            `${id} ${binder} ${round}`,
          );
    const pending = await env.db.query(`SELECT FROM notification_deliveries WHERE state <> 'delivered'`);
    assert.equal(pending.length, 0);
  },
  Math.max(300_000, KILLS * 12_000),
);
