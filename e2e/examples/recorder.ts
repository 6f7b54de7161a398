import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import { createPlaceholders } from './placeholders.ts';

export interface Example {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  answer?: unknown;
}

export interface Sent {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  parts?: Record<string, string | File>;
  headers?: Record<string, string>;
  text?: string;
}

/** Each call must succeed. Records the first call of each operation. */
export interface Recorder {
  /** Resolves with `data`, or with the whole response if it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check holds the shape.
  call(operationId: string, sent?: Sent): Promise<any>;
  examples(): Record<string, Example>;
  missing(): string[];
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string }>>;
}

interface Place {
  method: string;
  template: string;
}

export async function createRecorder(service: TestService): Promise<Recorder> {
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as OpenApi;
  const places = new Map<string, Place>();
  const others = new Set(['authorize', 'openRealtime', 'openMeetChannel', 'receiveLivekitWebhook']);
  // Skip the page for browsers, the two WebSockets, and the address that LiveKit calls.
  for (const [template, operations] of Object.entries(document.paths))
    for (const [method, { operationId }] of Object.entries(operations))
      if (!others.has(operationId)) places.set(operationId, { method: method.toUpperCase(), template });
  const placeholders = createPlaceholders(service.origin, service.clock.now());
  const recorded = new Map<string, Example>();

  return {
    async call(operationId, sent = {}) {
      const operation = places.get(operationId);
      assert.ok(operation, `there is no operation ${operationId}`);
      const { path = {}, query, token, json, form, parts, text, headers = {} } = sent;
      const address = operation.template.replace(/{(\w+)}/g, (_, name: string) =>
        encodeURIComponent(String(path[name])),
      );
      const search = query
        ? `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`
        : '';
      const { status, body } = await service.call(operation.method, address + search, {
        ...(token === undefined ? {} : { token }),
        ...(json === undefined ? {} : { json }),
        ...(form === undefined ? {} : { form }),
        ...(parts === undefined ? {} : { body: multipart(parts) }),
        ...(text === undefined ? {} : { body: text }),
        headers,
      });
      assert.ok(status < 300, `${operationId}: ${status} ${JSON.stringify(body)}`);
      const sentBody = json ?? form ?? text ?? (parts && shownParts(parts));
      const example: Example = {
        ...(sent.path ? { path } : {}),
        ...(query ? { query } : {}),
        ...(sent.headers ? { headers } : {}),
        ...(sentBody === undefined ? {} : { body: sentBody }),
        ...(body === undefined ? {} : { answer: body }),
      };
      if (!recorded.has(operationId)) recorded.set(operationId, placeholders(example) as Example);
      return body?.data ?? body;
    },
    examples: () =>
      Object.fromEntries(
        [...places.keys()].flatMap((id) => {
          const example = recorded.get(id);
          return example ? [[id, example]] : [];
        }),
      ),
    missing: () => [...places.keys()].filter((id) => !recorded.has(id)),
  };
}

function multipart(parts: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.set(name, value);
  return form;
}

function shownParts(parts: Record<string, string | File>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : `@${value.name}`,
    ]),
  );
}
