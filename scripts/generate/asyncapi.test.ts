import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { test } from 'vitest';
import { clientEventKinds, eventKinds } from '../../packages/protocol/src/index.ts';
import { openRealtime } from '../../packages/testkit/src/index.ts';
import { service } from '../../packages/testkit/src/shared-service.ts';
import { exampleOf } from './event-examples.ts';

// biome-ignore lint/suspicious/noExplicitAny: a parsed document, which the first test validates.
type Document = any;

const document: Document = JSON.parse(
  readFileSync(new URL('../../docs/api/asyncapi.json', import.meta.url), 'utf8'),
);
const specification = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');

function checkOf(message: string): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { text: true, binary: true } });
  const { payload } = document.components.messages[message];
  return ajv.compile({ ...payload, components: document.components });
}

test('[RT-23] the AsyncAPI document fits the schema of its specification', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const check = ajv.compile(specification);
  const isValid: boolean = check(document);
  assert.ok(isValid, JSON.stringify(check.errors, null, 2));
  const wrong = { ...document, channels: { realtime: { messages: [] } } };
  assert.equal(check(wrong), false, 'and a wrong one does not');
});

test('[RT-23] every reference in it leads somewhere', () => {
  const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path);
  assert.ok(targets.length > 100);
  for (const path of targets) {
    const parts = (path ?? '').split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    assert.ok(
      parts.reduce((value: Document, part) => value?.[part], document),
      path,
    );
  }
});

test('[RT-23] what bots are sent is what it says', () => {
  for (const kind of [...eventKinds, ...clientEventKinds]) {
    const check = checkOf(`event_${kind}`);
    const example = exampleOf(kind) as object;
    assert.equal(check({ ...example, event: {} }), false, kind);
    assert.equal(check(example), true, `${kind}: ${JSON.stringify(check.errors)}`);
  }
});

test('[RT-23] what the channel sends, and hears, is what it says; the service serves the document', async () => {
  const { owner, viewer, binderId } = await service.make.cast();
  const call = (path: string, json: object) =>
    service.call('POST', `/${binderId}/${path}`, { token: viewer.token, json });
  const client = await openRealtime(service, owner.token);
  const requests = [
    { type: 'subscribe', id: 1, binder_id: binderId },
    { type: 'subscribe', id: 2, binder_id: `B${'0'.repeat(22)}` },
    { type: 'subscribe_self', id: 3 },
    { type: 'ping' },
  ] as const;
  for (const request of requests) {
    assert.ok(checkOf(`client_${request.type}`)(request), request.type);
    client.send(request);
  }
  await client.take('snapshot');
  await client.take('refused');
  await client.take('binders');
  const text = { message: { text: 'Hello' } };
  await service.call('POST', `/${binderId}/messages`, { token: owner.token, json: text });
  await call('readmark', {});
  await client.take('entries');
  await client.take('read_marks');
  await client.take('binder_changed');
  for (const frame of client.frames) {
    const check = checkOf(`server_${frame.type}`);
    assert.ok(check(frame), `${frame.type}: ${JSON.stringify(check.errors)}`);
  }
  await client.close();
  const served = await fetch(new URL('/asyncapi.json', service.base));
  assert.deepEqual([served.status, await served.json()], [200, document]);
  assert.match(served.headers.get('content-type') ?? '', /^application\/json/);
});
