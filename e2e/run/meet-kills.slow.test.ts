import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { enter } from '@ringbinder/server/features/meet-rooms/testing/meet-client.ts';
import type { TestService } from '@ringbinder/testkit';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { tokenOf } from './client.ts';
import { removeDirectories, usedDirectory } from './directories.ts';
import { killServers, type Ringbinder, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

/** Shorter than the lease of a silent process (15 s). */
const MAX_GAP_MS = 5_000;
const settings = { CALLS_PER_MINUTE: '1000000', MEET_UDP_PORT: '0' };
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = { skip: !hasFfmpeg && process.env.CI !== 'true' };

function mediaProcesses({ pid }: Ringbinder): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      const isMedia = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('sfu/src/worker/main.ts');
      return Number(parent) === pid && isMedia ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

interface Place {
  base: string;
  token: string;
  sessionKey: string;
}

async function beginMeet(server: Ringbinder): Promise<Place> {
  const demo = await server.demo();
  const token = await tokenOf(demo);
  const answer = await fetch(`${demo.base_url}${demo.binder_id}/meets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { data } = (await answer.json()) as { data: { session_key: string } };
  return { base: demo.base_url, token, sessionKey: data.session_key };
}

const enterAt = ({ base, sessionKey, token }: Place) =>
  enter({ base: base.replace(/\/$/, '') } as TestService, sessionKey, token);

test(
  '[MEET-34] [MEET-35] a recorded meet goes on being recorded after kill -9 of its media process and of its server, which has it back at once',
  needed,
  async (t) => {
    const directory = await usedDirectory();
    let server = await startRingbinder(directory, settings);
    const place = await beginMeet(server);
    let { client } = await enterAt(place);
    const restart = async () => {
      await server.kill();
      await client.closed;
      server = await startRingbinder(directory, settings);
      place.base = (await server.demo()).base_url;
    };
    const begun = await until('the media process runs', async () => {
      const answer = await client.host('start_recording');
      return answer === 'RESPONSE_ERROR_SERVICE_UNAVAILABLE' ? undefined : answer;
    });
    assert.equal(begun, 'done');
    const waits: number[] = [];
    for (const kill of ['media', 'server', 'server', 'media', 'server']) {
      if (kill === 'media') {
        const before = mediaProcesses(server);
        assert.ok(before.length > 0);
        for (const pid of before) process.kill(pid, 'SIGKILL');
        await client.take('interrupted');
        const { is_recording: isRecorded } = await client.take('welcome');
        assert.equal(isRecorded, true, 'nobody is told otherwise');
      } else {
        await restart();
        const began = performance.now();
        const back = await enterAt(place);
        waits.push(performance.now() - began);
        client = back.client;
        assert.equal(back.welcome.is_recording, true);
      }
      assert.equal(await client.host('start_recording'), 'RESPONSE_ERROR_CONFLICT', 'it is recorded');
    }
    t.annotate(`back after ${waits.map(Math.round).join(', ')} ms`);
    for (const wait of waits) assert.ok(wait < MAX_GAP_MS, `${wait} ms`);
    assert.equal(await client.host('stop_recording'), 'done');

    await restart();
    const { client: again, welcome } = await enterAt(place);
    assert.equal(welcome.is_recording, false);
    assert.equal(await again.host('stop_recording'), 'RESPONSE_ERROR_PRECONDITION_FAILED');
    await server.stop();
  },
);
