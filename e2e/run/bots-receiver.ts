import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** Of so many deliveries, the receiver rejects one, and accepts another but breaks its connection. */
const TROUBLE_EVERY = 50;

interface ReceivedEvent {
  id: string;
  sequence: number;
  binderId: string;
  text: string;
}

/** One path per bot. A third party's library verifies the signatures. */
export interface BotsReceiver {
  url: string;
  complaints: string[];
  expect(path: string, secret: string): void;
  distinct(): number;
  check(path: string, sentTexts: ReadonlyMap<string, readonly string[]>): void;
  close(): void;
}

export async function startBotsReceiver(): Promise<BotsReceiver> {
  const webhooks = new Map<string, Webhook>();
  const received = new Map<string, ReceivedEvent[]>();
  const ids = new Set<string>();
  const complaints: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    try {
      webhooks.get(path)?.verify(body, request.headers as Record<string, string>);
    } catch (error) {
      complaints.push(`${path}: ${(error as Error).message}`);
    }
    const turn = ++count % TROUBLE_EVERY;
    if (turn === 0) {
      response.writeHead(503).end();
      return;
    }
    const { message_id: id, binder_id: binderId, event } = JSON.parse(body);
    const sequence = Number(request.headers['ringbinder-sequence']);
    if (id !== request.headers['webhook-id']) complaints.push(`${path}: ${id} under another webhook-id`);
    received.set(path, [...(received.get(path) ?? []), { id, sequence, binderId, text: event.comment.text }]);
    ids.add(`${path} ${id}`);
    if (turn === TROUBLE_EVERY / 2) response.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    expect: (path, secret) => void webhooks.set(path, new Webhook(secret)),
    distinct: () => ids.size,
    check: (path, sentTexts) => checkReceived(received.get(path) ?? [], sentTexts),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function checkReceived(
  received: readonly ReceivedEvent[],
  sentTexts: ReadonlyMap<string, readonly string[]>,
): void {
  const firsts = new Map<number, ReceivedEvent>();
  for (const one of received) {
    const first = firsts.get(one.sequence);
    if (first) assert.deepEqual(one, first, 'what comes again is the same event under the same id');
    else firsts.set(one.sequence, one);
  }
  const inOrder = [...firsts.keys()].sort((one, other) => one - other);
  assert.deepEqual(
    inOrder,
    inOrder.map((_, index) => index + 1),
    'no sequence is missing',
  );
  assert.equal(new Set([...firsts.values()].map(({ id }) => id)).size, firsts.size);
  for (const [binderId, texts] of sentTexts) {
    const came = [...firsts.values()].filter((one) => one.binderId === binderId);
    assert.deepEqual(
      came.map(({ text }) => text),
      texts,
    );
  }
}
