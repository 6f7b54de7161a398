import { BinderId, NumericId } from '@ringbinder/protocol';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import Type from 'typebox';
import type { Environment } from '../../environment/environment.ts';
import { type App, callerOf, operation } from '../../http/index.ts';
import { createOutbound } from '../../outbound/index.ts';
import { auditRoute } from './audit.ts';
import { signingKey } from './keys.ts';
import { keysPath, makeReceipt } from './make.ts';
import { makePdfReceipt } from './make-pdf.ts';
import { certificateRoutes, timeStampServer } from './seal/index.ts';

const getReceipt = operation('Transactions', 'getReceipt', {
  summary: 'Get the receipt of a transaction that has ended',
  description:
    'Allowed for members of the binder. Returns a signed HTML file. It contains who pressed which button and when, the documents with their SHA-256, and the entries of the binder’s log with their hash chain. The file verifies itself in a browser without a network. If you send `format=pdf` or `Accept: application/pdf`, the call returns the same content as a PDF. If the org has a certificate, the PDF has a PAdES signature. 412: the transaction has not ended; or, for a PDF, the certificate has expired. 503, only for a PDF: the time-stamp server of the operator returns no valid time-stamp, or the server is busy or the PDF takes too long.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId }),
  querystring: Type.Object({
    format: Type.Optional(
      Type.Union([Type.Literal('html'), Type.Literal('pdf')], {
        description: 'If present, the server ignores the header `Accept`.',
      }),
    ),
  }),
  response: {
    200: {
      description: 'The receipt.',
      content: {
        'text/html': { schema: { type: 'string' } },
        'application/pdf': { schema: { type: 'string', format: 'binary' } },
      },
    },
  },
});

const TIME_STAMP_TIMEOUT_MS = 10_000;

export function receiptsFeature(app: App, env: Environment): void {
  auditRoute(app, env);
  certificateRoutes(app, env);
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: TIME_STAMP_TIMEOUT_MS });
  app.addHook('onClose', () => outbound.close());
  const timeStamp = timeStampServer(env, outbound);
  app.get(
    '/:binder_id/transactions/:transaction_id/receipt',
    { schema: getReceipt },
    async (request, reply) => {
      const { binder_id: binderId, transaction_id: transactionId } = request.params;
      const { format = acceptedFormat(request) } = request.query;
      const of = [callerOf(request), binderId, transactionId] as const;
      const send = (name: string, type: string, file: string | Buffer) =>
        reply
          .type(type)
          .header('content-disposition', contentDisposition(`${name}.${format}`))
          .header('content-security-policy', `sandbox; default-src 'none'`)
          .header('x-content-type-options', 'nosniff')
          .header('cache-control', 'no-store')
          .header('vary', 'accept')
          .send(file);
      if (format === 'pdf') {
        const { name, pdf } = await makePdfReceipt(env, timeStamp, ...of);
        return send(name, 'application/pdf', pdf);
      }
      const { name, html } = await makeReceipt(env, ...of);
      return send(name, 'text/html; charset=utf-8', html);
    },
  );
}

function acceptedFormat(request: FastifyRequest): 'html' | 'pdf' {
  const [type] = new Negotiator(request.raw).mediaTypes(['text/html', 'application/pdf']);
  return type === 'application/pdf' ? 'pdf' : 'html';
}

export function publicKeys(app: App, env: Environment): void {
  app.get(keysPath(env), { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    reply
      .type('application/jwk-set+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify({ keys: [(await signingKey(env)).publicKey] })),
  );
}
