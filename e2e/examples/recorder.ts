import assert from 'node:assert/strict';
import type { TestService } from '@ringbinder/testkit';
import { createPlaceholders } from './placeholders.ts';

/** What was sent for an operation, and what came back. Bytes are left out. */
export interface Example {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
  /** Absent where the answer is no JSON. */
  answer?: unknown;
}

/** What a call takes beside its operation. */
export interface Sent {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  /** The files of a multipart form, and its fields. */
  parts?: Record<string, string | File>;
  /** What the operation wants in headers. */
  headers?: Record<string, string>;
  /** A body that is no JSON. */
  text?: string;
}

/** Makes calls that must succeed, and keeps the first of each operation. */
export interface Recorder {
  /** Calls an operation by its id and gives `data`, or the whole answer where it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: as in Answer, the OpenAPI check holds the shape.
  call(operationId: string, sent?: Sent): Promise<any>;
  /** By operation, in the order of the document. */
  examples(): Record<string, Example>;
  /** Operations of the document that were not called. */
  missing(): string[];
}

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** Where an operation is. */
interface Place {
  method: string;
  template: string;
}

/** Makes a recorder for a service. */
export async function createRecorder(service: TestService): Promise<Recorder> {
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as OpenApi;
  const places = new Map<string, Place>();
  const others = new Set(['authorize', 'openRealtime', 'openMeetChannel', 'receiveLivekitWebhook']);
  // A page for the browser is no call, nor is a WebSocket: the guide to realtime shows its frames. LiveKit makes its own.
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

/** A form as curl writes it: `@` and the name of a file. */
function shownParts(parts: Record<string, string | File>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : `@${value.name}`,
    ]),
  );
}
