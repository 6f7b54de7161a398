import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { enter } from './testing/meet-client.ts';

let service: TestService;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = { skip: !hasFfmpeg && process.env.CI !== 'true' };
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test(
  '[MEET-35] where a recording cannot go on, everybody is told at once, and the meet goes on',
  needed,
  async () => {
    const { owner, editor, binderId } = await service.make.cast();
    const { body } = await service.call('POST', `/${binderId}/meets`, { token: owner.token, json: {} });
    const sessionKey = body.data.session_key;
    const host = await enter(service, sessionKey, owner.token);
    const other = await enter(service, sessionKey, editor.token);
    await until('it is recorded', async () => (await host.client.host('start_recording')) === 'done');
    await other.client.take('meet', ({ is_recording }) => is_recording);

    await rm(join(service.directory, 'meet-recordings'), { recursive: true });
    const { pid } = service.env.meetEngine;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    for (const { client } of [host, other]) {
      await client.take('interrupted');
      await client.take('meet', ({ is_recording }) => !is_recording);
    }
    const after = service.env.meetEngine.pid;
    assert.equal(await host.client.host('stop_recording'), 'RESPONSE_ERROR_PRECONDITION_FAILED');
    assert.equal(await host.client.host('start_recording'), 'done', 'and a host can begin another one');
    assert.ok(after && service.env.meetEngine.pid === after, 'the media process has not died of it');
    for (const { client } of [host, other]) client.cut();
  },
);
