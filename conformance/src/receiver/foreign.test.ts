import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { test } from 'vitest';
import { checkReceiver } from './certify.ts';

const secret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;

test('[CONF-2] a receiver on the reference library of Standard Webhooks passes', async (t) => {
  const server = createServer(async (request, response) => {
    try {
      const body = await text(request);
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const report = await checkReceiver({
    url: `http://127.0.0.1:${port}/`,
    secret,
    clientId: undefined,
    orgId: undefined,
    binderId: 'B',
    timeoutMs: 5_000,
    verbose: true,
  });
  assert.deepEqual(report.failed, [], report.lines.join('\n'));
});
