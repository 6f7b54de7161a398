import { performance } from 'node:perf_hooks';
import { withoutSlot } from '../limits/call-class.ts';
import type { OutboundCall, OutboundOutcome } from './call.ts';
import type { Client } from './client.ts';
import type { Resolve } from './connect.ts';
import { PrivateTargetRefused, TargetRefused } from './refusal.ts';

export interface OutboundOptions {
  allowsHttp: boolean;
  timeoutMs: number;
  resolve?: Resolve;
}

export interface Outbound {
  /** Never rejects. Follows no redirects. */
  post(call: OutboundCall): Promise<OutboundOutcome>;
  close(): Promise<void>;
}

export function createOutbound({ allowsHttp, timeoutMs, resolve }: OutboundOptions): Outbound {
  let client: Promise<Client> | undefined;

  return {
    async post(call) {
      const began = performance.now();
      const ms = () => Math.round(performance.now() - began);
      try {
        checkForm(call.url, allowsHttp);
        client ??= import('./client.ts').then(({ openClient }) => openClient(timeoutMs, resolve));
        return { ...(await withoutSlot((await client).send(call))), ms: ms() };
      } catch (error) {
        const failure = { kind: 'failed', reason: reasonOf(error), ms: ms() } as const;
        return error instanceof PrivateTargetRefused ? { ...failure, isPrivate: true } : failure;
      }
    },
    async close() {
      await (await client)?.close();
    },
  };
}

export function checkForm(text: string, allowsHttp: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new TargetRefused('the address cannot be read');
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    throw new TargetRefused(`the address must begin with https://`);
  if (url.username || url.password) throw new TargetRefused('the address must not hold a password');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error instanceof TargetRefused) return error.message;
  if (error.name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(codeOf(error))) return 'no response in time';
  if (error.name === 'AbortError') return 'the call was broken off';
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name was not found';
  if (/CERT|SSL|TLS/.test(code)) return 'the certificate is not good';
  if (error.name === 'HTTPParserError' || /HEADERS/.test(code)) return 'the answer is not HTTP';
  return 'the connection broke';
}

function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : '';
}
