import { BinderId, NumericId } from '@ringbinder/protocol';
import { create as contentDisposition } from 'content-disposition';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, operation } from '../../http/index.ts';
import { auditRoute } from './audit.ts';
import { signingKey } from './keys.ts';
import { keysPath, makeReceipt } from './make.ts';

const getReceipt = operation('Transactions', 'getReceipt', {
  summary: 'Get the receipt of a transaction that has ended',
  description:
    'A signed HTML file with who pressed what and when, the documents with their SHA-256, and the entries of the binder’s log with their hash chain. It loads nothing, and verifies itself in a browser without a network. 412 while the transaction has not ended.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId }),
  response: {
    200: {
      description: 'The file.',
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
});

export function receiptsFeature(app: App, env: Environment): void {
  auditRoute(app, env);
  app.get(
    '/:binder_id/transactions/:transaction_id/receipt',
    { schema: getReceipt },
    async (request, reply) => {
      const { binder_id: binderId, transaction_id: transactionId } = request.params;
      const { title, html } = await makeReceipt(env, callerOf(request), binderId, transactionId);
      // Users download and open the file, so it is an attachment. Its own policy protects against texts of users in
      // it.
      return reply
        .type('text/html; charset=utf-8')
        .header('content-disposition', contentDisposition(`${title.slice(0, 100)} receipt.html`))
        .header('content-security-policy', `sandbox; default-src 'none'`)
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'no-store')
        .send(html);
    },
  );
}

export function publicKeys(app: App, env: Environment): void {
  app.get(keysPath(env), { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    reply
      .type('application/jwk-set+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify({ keys: [(await signingKey(env)).publicKey] })),
  );
}
