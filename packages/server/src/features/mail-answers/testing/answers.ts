import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import { createTransport } from 'nodemailer';
import { createMetrics, type Metrics } from '../../../http/index.ts';
import { openMailListener } from '../listener.ts';
import { measureAnswers } from '../metrics.ts';
import type { ReplyTarget } from '../queries.ts';
import { createReplyAddress } from '../reply-address.ts';

export const DOMAIN = 'answers.test.example';

export const inboundConfig = {
  inboundMail: { listener: { host: '127.0.0.1', port: 0 } },
  inboundMailDomain: DOMAIN,
};

export async function startListener({ env, environments }: TestService) {
  const metrics = createMetrics();
  const listener = await openMailListener({
    listenAddress: inboundConfig.inboundMail.listener,
    domain: DOMAIN,
    environments: Object.values(environments),
    count: measureAnswers(metrics),
    log: env.log,
  });
  return {
    port: listener.port,
    close: (allowedMs = 200) => listener.close(allowedMs),
    counts: () => countsOf(metrics),
  };
}

export async function countsOf({ registry }: Metrics): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('mail_answers_total')?.get();
  return Object.fromEntries(
    (metric?.values ?? [])
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [String(labels.outcome), value]),
  );
}

export interface AnswerParts {
  from: string;
  to: string;
  text?: string;
  html?: string;
  messageId?: string;
  headers?: Record<string, string>;
  attachments?: { filename?: string; content: string | Buffer; contentType?: string; cid?: string }[];
}

export async function sendAnswer(port: number, { from, to, ...mail }: AnswerParts): Promise<number> {
  return deliver(port, (transport) => transport.sendMail({ from, to, subject: 'Re: New', ...mail }));
}

export function sendRaw(port: number, envelope: { from: string; to: string }, raw: string | Buffer) {
  return deliver(port, (transport) => transport.sendMail({ envelope, raw }));
}

async function deliver(
  port: number,
  send: (transport: ReturnType<typeof createTransport>) => Promise<unknown>,
): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await send(transport);
    return 250;
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    assert.ok(responseCode, String(error));
    return responseCode;
  } finally {
    transport.close();
  }
}

export async function replyAddress({ env }: Pick<TestService, 'env'>, target: ReplyTarget): Promise<string> {
  const address = await createReplyAddress(env, target);
  assert.ok(address);
  return address;
}
