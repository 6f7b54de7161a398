/** A portal in which a customer talks to an adviser, and approves a request. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, getToken, type RingbinderClient, unwrap } from '@ringbinder/client';

export interface PortalSettings {
  baseUrl: string;
  sdkUrl: string;
  mode: 'production' | 'sandbox';
  clientId: string;
  clientSecret: string;
  /** The customer's id in the portal's own system. */
  customer: string;
  port?: number;
}

export async function startPortal(settings: PortalSettings) {
  const { baseUrl, sdkUrl, mode, clientId, clientSecret, customer, port = 0 } = settings;
  const template = await readFile(new URL('page.html', import.meta.url), 'utf8');

  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/') return void response.writeHead(404).end();
    try {
      const { accessToken } = await getToken(baseUrl, { clientId, clientSecret, uniqueId: customer });
      const waiting = await findWaiting(createClient({ baseUrl, token: accessToken }));
      const values: Record<string, string> = {
        sdkUrl,
        mode,
        clientId,
        accessToken,
        binderId: waiting?.binderId ?? '',
        approval: waiting?.token ?? '',
      };
      const html = template.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(html);
    } catch (error) {
      console.error(error);
      response.writeHead(502).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function findWaiting({ api }: RingbinderClient) {
  const { id } = await unwrap(api.GET('/me'));
  const { binders } = await unwrap(api.GET('/{user_id}/binders', { params: { path: { user_id: 'me' } } }));
  const binder_id = binders[0]?.binder.id;
  if (binder_id === undefined) return undefined;
  const { transactions } = await unwrap(
    api.GET('/{binder_id}/transactions', { params: { path: { binder_id } } }),
  );
  for (const { id: transaction_id, steps } of transactions) {
    const step = steps.find(({ status, assignee }) => status !== 'completed' && assignee.user_id === id);
    if (!step) continue;
    const path = { binder_id, transaction_id, step_id: step.id };
    const link = api.POST('/{binder_id}/transactions/{transaction_id}/steps/{step_id}/link', {
      params: { path },
      body: { expires_in: 3600 },
    });
    return { binderId: binder_id, token: (await unwrap(link)).token };
  }
  return { binderId: binder_id, token: undefined };
}

if (import.meta.main) {
  const { BASE_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', CUSTOMER = '', PORT = '3000' } = process.env;
  const { origin } = await startPortal({
    baseUrl: BASE_URL,
    sdkUrl: new URL('/sdk/service.js', BASE_URL).href,
    mode: BASE_URL.includes('/sandbox/') ? 'sandbox' : 'production',
    customer: CUSTOMER,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    port: Number(PORT),
  });
  console.log(`listening at ${origin}/`);
}
