import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  type CreatedUser,
  onDatabase,
  sharedServer,
  startService,
  type TestService,
  until,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

// The full test takes about a minute.
const isFull = process.env.DELIVERY_KILLS === 'full';
const BOTS = isFull ? 100 : 10;
const BINDERS = isFull ? 10 : 4;
const POSTS = isFull ? 100 : 25;
const KILLS = isFull ? 20 : 4;
const PROGRAM = fileURLToPath(new URL('../testing/push-process.ts', import.meta.url));

interface Worker {
  child: ChildProcess;
  lease: string;
}

let service: TestService;
const workers = new Set<Worker>();
beforeAll(async () => {
  service = await startService({ config: { callsPerMinute: 1e9 } });
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await service.close();
});

async function startWorker(): Promise<Worker> {
  const [row] = await service.env.db.query<{ database: string }>('SELECT current_database() AS database');
  const connection = JSON.stringify(onDatabase(sharedServer(), row?.database ?? ''));
  const args = [PROGRAM, connection, service.shared.masterKey.toString('hex')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  assert.ok(child.stdout);
  const [sentTexts] = await once(child.stdout, 'data');
  const worker = { child, lease: String(sentTexts).trim() };
  workers.add(worker);
  return worker;
}

async function kill(worker: Worker): Promise<void> {
  workers.delete(worker);
  const exit = once(worker.child, 'exit');
  worker.child.kill('SIGKILL');
  await exit;
  await service.env.db.query(
    'UPDATE bot_queues SET leased_until = clock_timestamp() WHERE starts_with(lease, $1)',
    [worker.lease],
  );
}

interface ReceivedEvent {
  id: string;
  sequence: number;
  binderId: string;
}

/** Out of fifty events, the receiver rejects one and accepts another but drops its connection. */
async function startReceivers(): Promise<{
  url: string;
  received: Map<string, ReceivedEvent[]>;
  close(): void;
}> {
  const received = new Map<string, ReceivedEvent[]>();
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { binder_id: binderId } = JSON.parse(Buffer.concat(chunks).toString());
    const turn = ++count % 50;
    if (turn === 0) {
      response.writeHead(503).end();
      return;
    }
    const list = received.get(request.url ?? '') ?? [];
    received.set(request.url ?? '', list);
    const { 'webhook-id': id, 'ringbinder-sequence': sequence } = request.headers;
    list.push({ id: String(id), sequence: Number(sequence), binderId });
    if (turn === 25) response.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function makeBots(url: string, owner: CreatedUser): Promise<string[]> {
  const partner = { id: owner.partnerId, orgId: owner.orgId };
  const bots = await Promise.all(
    Array.from({ length: BOTS }, () => service.make.bot({ partner, events: ['comment_posted'] })),
  );
  for (const { clientId, userId } of bots)
    await service.env.db.query(
      'UPDATE bots SET webhook_url = $2, webhook_secret_sealed = $3, allow_private_network = true WHERE client_id = $1',
      [clientId, `${url}/${userId}`, service.env.secrets.seal('whsec_c2VjcmV0')],
    );
  return bots.map(({ userId }) => userId);
}

test('[DELIV-6] [DELIV-11] workers killed at random lose no event and overtake none; what comes twice has its webhook-id', async (t) => {
  const { make, call } = service;
  const receivers = await startReceivers();
  t.onTestFinished(() => receivers.close());
  const owner = await make.user({ partner: await make.partner() });
  const bots = await makeBots(receivers.url, owner);
  const binders = await Promise.all(Array.from({ length: BINDERS }, () => make.binder(owner)));
  const users = bots.map((id) => ({ user: { id } }));
  for (const binderId of binders)
    assert.equal(
      (await call('POST', `/${binderId}/addorguser`, { token: owner.token, json: { users } })).status,
      200,
    );
  const pair = [await startWorker(), await startWorker()];
  const distinct = () =>
    [...receivers.received.values()].reduce((sum, list) => sum + new Set(list.map(({ id }) => id)).size, 0);
  const total = BOTS * BINDERS * POSTS;
  const posting = Promise.all(
    binders.map(async (binderId) => {
      for (let number = 0; number < POSTS; number++) {
        const json = { message: { text: String(number) } };
        const { status } = await call('POST', `/${binderId}/messages`, { token: owner.token, json });
        assert.equal(status, 200);
      }
    }),
  );
  for (let count = 0; count < KILLS; count++) {
    await until('more has come', () => distinct() >= (total * count) / KILLS / 2, 60_000);
    const index = Math.random() < 0.5 ? 0 : 1;
    const worker = pair[index];
    assert.ok(worker);
    await kill(worker);
    pair[index] = await startWorker();
  }
  await posting;
  await until(
    'everything has come',
    async () => {
      await service.env.db.query(
        'UPDATE bot_queues SET due_at = 0 WHERE last_sequence > done_sequence AND due_at > 0',
      );
      return distinct() === total;
    },
    120_000,
  );
  for (const worker of pair) await kill(worker);
  for (const userId of bots) checkReceived(receivers.received.get(`/${userId}`) ?? [], BINDERS * POSTS);
});

function checkReceived(received: ReceivedEvent[], count: number): void {
  const ids = new Map<number, string>();
  const latest = new Map<string, number>();
  for (const { id, sequence, binderId } of received) {
    const firstId = ids.get(sequence);
    if (firstId !== undefined) {
      assert.equal(id, firstId, 'again, but as another event');
      continue;
    }
    ids.set(sequence, id);
    assert.ok(
      sequence > (latest.get(binderId) ?? 0),
      `${sequence} after ${latest.get(binderId)} of its binder`,
    );
    latest.set(binderId, sequence);
  }
  assert.deepEqual(
    [...ids.keys()].sort((a, b) => a - b),
    Array.from({ length: count }, (_, index) => index + 1),
  );
  assert.equal(new Set(ids.values()).size, count);
}
