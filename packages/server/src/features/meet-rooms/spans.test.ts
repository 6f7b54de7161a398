import assert from 'node:assert/strict';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type OpenSpan, setTracing } from '../../tracing/tracing.ts';
import { enter } from './testing/meet-client.ts';

const names: string[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startService();
  const span: OpenSpan = {
    traceparent: '',
    isRecording: false,
    set: () => undefined,
    link: () => undefined,
    fail: () => undefined,
    run: (work) => work(),
    end: () => undefined,
  };
  const open = (name: string) => {
    names.push(name);
    return span;
  };
  setTracing({ open, current: () => undefined });
});
afterAll(async () => {
  setTracing(undefined);
  await service.close();
});

test('[OPS-24] joining a meet and publishing in it are spans', async () => {
  const { owner, binderId } = await service.make.cast();
  const { token } = owner;
  const { body } = await service.call('POST', `/${binderId}/meets`, { token, json: {} });
  const { client } = await enter(service, body.data.session_key, token);
  client.send({ type: 'offer', id: 1, connection_id: 'a', source: 'microphone', sdp: 'none' });
  await until('both are spans', () => names.includes('meet join') && names.includes('meet publish'));
  assert.equal(names.filter((name) => name.startsWith('meet ')).length, 2);
  client.cut();
});
