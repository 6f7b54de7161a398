import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, responseCodes } from '@ringbinder/protocol';
import { resolveReferences } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { reasons } from '../reasons.ts';

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
}
interface Operation {
  operationId?: string;
  description?: string;
  responses: Record<string, { description: string; content: Record<string, { schema: Schema }> }>;
}

const contract = {
  RESPONSE_SUCCESS: 200,
  RESPONSE_ERROR_INVALID_REQUEST: 400,
  RESPONSE_ERROR_INVALID_TOKEN: 401,
  RESPONSE_ERROR_PERMISSION: 403,
  RESPONSE_ERROR_NOT_FOUND: 404,
  RESPONSE_ERROR_CONFLICT: 409,
  RESPONSE_ERROR_PRECONDITION_FAILED: 412,
  RESPONSE_ERROR_EXCEED_LIMIT: 413,
  RESPONSE_ERROR_TOO_MANY_REQUESTS: 429,
  RESPONSE_ERROR_FAILED: 500,
  RESPONSE_ERROR_SERVICE_UNAVAILABLE: 503,
};
const NAMES = new Set(['message', 'errors', 'reason', 'params', 'request_id']);
const docs = join(import.meta.dirname, '../../../../docs');

let operations: [string, Operation][];
beforeAll(async () => {
  const document = resolveReferences(await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const { '/oauth/authorize': authorize, ...calls } = document.paths;
  assert.ok(authorize);
  operations = Object.entries(calls).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  );
  assert.ok(operations.length > 20);
});

test('[ERR-12] the catalogue is the contract’s table', () => {
  const statuses = Object.entries(responseCodes).map(([code, { status }]) => [code, status]);
  assert.deepEqual(Object.fromEntries(statuses), contract);
});

test('[ERR-12] docs/errors.md lists the catalogue and nothing else', () => {
  const page = readFileSync(join(docs, 'errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| (\d+) \| `(\w+)` \| (.+) \|$/gm)].map(([, status, code, meaning]) => [
    code,
    { status: Number(status), meaning },
  ]);
  assert.deepEqual(Object.fromEntries(rows), responseCodes);
});

test('[ERR-21] docs/errors.md lists every reason with its sentence', () => {
  const page = readFileSync(join(docs, 'errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_\d]+)` \| (.+) \|$/gm)].map(([, reason, text]) => [
    reason,
    text,
  ]);
  const listed = Object.entries(Object.fromEntries(rows)).filter(([reason]) => !NAMES.has(reason));
  assert.deepEqual(listed, Object.entries(reasons));
});

const ofBytes = ['206', '304', '307', '416'];

test('[ERR-12] every operation of the OpenAPI document answers exactly the eleven statuses', () => {
  const statuses = Object.values(contract).map(String);
  for (const [name, { responses }] of operations) {
    const givesRanges = '206' in responses;
    // A WebSocket responds with 101. tus responds with 201 or 204.
    const success = ['101', '201', '204'].find((status) => status in responses) ?? '200';
    const own = [success, ...statuses.filter((status) => status !== '200')];
    const expected = givesRanges ? [...own, ...ofBytes] : own;
    assert.deepEqual(Object.keys(responses).sort(), expected.sort(), name);
  }
});

test('[ERR-12] [ERR-13] every operation gives under each status its own code, in the form of every error', () => {
  for (const [name, { responses }] of operations) {
    for (const code of errorCodes) {
      const answer = responses[contract[code]];
      const schema = answer?.content['application/json']?.schema;
      assert.deepEqual(schema?.properties?.code?.enum, [code], name);
      assert.ok(answer?.description.startsWith(`${code}: ${responseCodes[code].meaning}`), name);
      const required = ['code', 'message', 'request_id'];
      const isTokenCall = name.includes('/oauth/') || name.includes('/apps/token');
      if (isTokenCall) required.push('error', 'error_description');
      else {
        assert.ok(schema?.properties?.errors, name);
        if (code === 'RESPONSE_ERROR_INVALID_TOKEN') required.push('error');
      }
      assert.deepEqual(schema?.required?.toSorted(), required.sort(), name);
    }
  }
});

test('[ERR-12] the description of an operation names the causes of a status in one place', () => {
  for (const [name, { description = '' }] of operations) {
    const statuses = [...description.matchAll(/\breturns ([45]\d\d)\b|\b([45]\d\d): /g)].map(
      ([, returned, listed]) => returned ?? listed,
    );
    assert.deepEqual(statuses, [...new Set(statuses)], name);
  }
});

test('[ERR-12] [TOKEN-6] token calls give the error codes of RFC 6749', () => {
  const { responses } = Object.fromEntries(operations)['post /oauth/token'] ?? { responses: {} };
  const errors = Object.entries(responses).map(([status, { content }]) => [
    status,
    content['application/json']?.schema.properties?.error?.enum,
  ]);
  assert.deepEqual(Object.fromEntries(errors), {
    200: undefined,
    400: [
      'invalid_request',
      'invalid_grant',
      'unauthorized_client',
      'unsupported_grant_type',
      'invalid_scope',
    ],
    401: ['invalid_client'],
    403: ['invalid_request'],
    404: ['invalid_request'],
    409: ['invalid_request'],
    412: ['invalid_request'],
    413: ['invalid_request'],
    429: ['temporarily_unavailable'],
    500: ['temporarily_unavailable'],
    503: ['temporarily_unavailable'],
  });
});

test('[ERR-12] an operation is named once, and names those it needs', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(ids.every(Boolean));
});
