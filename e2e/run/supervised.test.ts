import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, test } from 'vitest';
import { freePort } from '../../examples/cluster/free-port.ts';
import { findProgram } from '../../examples/cluster/programs.ts';
import { nginxCommand } from '../../examples/cluster/proxy.ts';
import { type Supervised, supervise } from '../../examples/cluster/supervise.ts';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { root } from './document.ts';

const unpacked = join(root, 'node_modules/.cache/nginx/usr/sbin/nginx');
if (existsSync(unpacked)) process.env.NGINX ??= unpacked;
const isMissing = !existsSync(unpacked) && !findProgram('nginx');
const needed = { skip: Boolean(isMissing) && process.env.CI !== 'true' };

const stopping = new AbortController();
const upstream = createServer((_request, response) => response.end(String(response.socket?.remotePort)));
let nginx: Supervised | undefined;
afterAll(async () => {
  stopping.abort();
  await nginx?.stop('SIGKILL');
  upstream.close();
  await removeDirectories();
});

function isGroupAlive(group: number): boolean {
  return readdirSync('/proc').some((name) => {
    try {
      const [, state, pgrp] =
        /^\d+ \(.*\) (\S) \d+ (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return Number(pgrp) === group && state !== 'Z';
    } catch {
      return false;
    }
  });
}

test(
  '[CLUSTER-1] an nginx whose master is killed is started again without its old workers, and leaves none',
  needed,
  async () => {
    const directory = await emptyDirectory();
    const logs = join(directory, 'logs');
    await mkdir(logs);
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    const ports = [(upstream.address() as AddressInfo).port];
    nginx = supervise(nginxCommand(join(directory, 'nginx'), port, ports), logs, stopping.signal);
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('it answers', answers);
    const first = nginx.pid() ?? 0;
    assert.ok(isGroupAlive(first));
    process.kill(first, 'SIGKILL');
    await until('its workers are gone', () => !isGroupAlive(first));
    await until('another one is there', () => nginx?.pid() !== first);
    await until('which answers', answers);
    const second = nginx.pid() ?? 0;
    stopping.abort();
    await nginx.stop();
    assert.equal(isGroupAlive(second), false);
    assert.equal(await answers(), false);
  },
);
