import assert from 'node:assert/strict';
import { beforeAll, test } from 'vitest';
import { createCaller } from './caller.ts';
import { createOpenApiCheck } from './openapi-check.ts';
import { service } from './shared-service.ts';

let document: { paths: Record<string, Record<string, unknown>> };
beforeAll(async () => {
  document = JSON.parse((await (await fetch(`${service.origin}/openapi.json`)).text()) as string);
});

test('[OPS-7] an answer that the OpenAPI document does not promise fails the test that gets it', async () => {
  const { owner, binderId } = await service.make.cast();
  const options = { token: owner.token };
  await service.call('GET', `/${binderId}`, options);
  const path = Object.keys(document.paths).find((each) => /\/\{binder_id\}$/.test(each)) ?? '';
  const operation = document.paths[path]?.get as { responses: Record<string, unknown> };

  const promising = (responses: Record<string, unknown>) => {
    const paths = { ...document.paths, [path]: { get: { ...operation, responses } } };
    return createCaller(service.base, createOpenApiCheck({ ...document, paths }));
  };
  const { 200: success, ...others } = operation.responses;
  const asking = (responses: Record<string, unknown>) => promising(responses)('GET', `/${binderId}`, options);
  await asking({ 200: success });
  await assert.rejects(asking(others), /has no answer 200/);
  const empty = { content: { 'application/json': { schema: { type: 'object', properties: {} } } } };
  await assert.rejects(
    asking({ 200: empty }),
    /200 is not as documented: .*must NOT have additional properties/,
  );
  const wrong = { type: 'object', properties: { code: { const: 'NO' }, data: {} } };
  await assert.rejects(
    asking({ 200: { content: { 'application/json': { schema: wrong } } } }),
    /must be equal to constant/,
  );
});
