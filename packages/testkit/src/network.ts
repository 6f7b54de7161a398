import { execFile, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as openTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isInstalled = (program: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'].some((directory) =>
    existsSync(join(directory, program)),
  );

export function missingNetworkReason(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are Linux’s';
  if (process.geteuid?.() !== 0) return 'a network namespace needs root';
  for (const [program, name] of [
    ['ip', 'iproute2'],
    ['nft', 'nftables'],
    ['openssl', 'openssl'],
  ] as const)
    if (!isInstalled(program)) return `${program} is not installed: run \`apt-get install ${name}\``;
  const name = `rb-probe-${process.pid}`;
  const result = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (result.status !== 0) return `this machine gives no network namespace: ${result.stderr.trim()}`;
  const filter = spawnSync('ip', ['netns', 'exec', name, 'nft', 'add', 'table', 'inet', 'probe']);
  spawnSync('ip', ['netns', 'delete', name]);
  return filter.status === 0 ? undefined : 'this kernel has no nftables';
}

export interface TestNetwork {
  /** The addresses are from the range of RFC 2544, which is neither private nor public. */
  readonly here: readonly [string, string];
  readonly there: string;
  readonly chromium: string;
  inside(program: string, ...args: string[]): Promise<void>;
  filterOutput(rules: readonly string[]): Promise<void>;
  move(): Promise<void>;
  /** Forwards the content of TLS connections to the local port `to`. */
  terminateTls(address: string, port: number, to: number): Promise<void>;
  close(): Promise<void>;
}

export async function makeCertificate(folder: string, address: string) {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-keyout', keyFile, '-out', certFile, '-subj', '/CN=test', '-addext', `subjectAltName=IP:${address}`],
  ]);
  return { keyFile, certFile, key: await readFile(keyFile), cert: await readFile(certFile) };
}

export async function createNetwork(
  chromium = process.env.CHROMIUM ?? '/usr/bin/chromium',
): Promise<TestNetwork> {
  const id = `${process.pid.toString(36)}${randomInt(36 ** 3).toString(36)}`;
  const [name, outer, inner] = [`rb-${id}`, `rbo${id}`, `rbi${id}`];
  const subnet = `198.${randomInt(18, 20)}.${randomInt(1, 255)}`;
  const here = [`${subnet}.1`, `${subnet}.2`] as const;
  const there = `${subnet}.10`;
  const inside = async (program: string, ...args: string[]) => {
    await run('ip', ['netns', 'exec', name, program, ...args]);
  };
  await run('ip', ['netns', 'add', name]);
  await run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', name]);
  // A later link-local address would abort requests of browsers (ERR_NETWORK_CHANGED).
  await run('ip', ['link', 'set', outer, 'addrgenmode', 'none']);
  await inside('ip', 'link', 'set', inner, 'addrgenmode', 'none');
  for (const address of here) await run('ip', ['address', 'add', `${address}/24`, 'dev', outer]);
  await run('ip', ['link', 'set', outer, 'up']);
  await inside('ip', 'address', 'add', `${there}/24`, 'dev', inner);
  for (const device of ['lo', inner]) await inside('ip', 'link', 'set', device, 'up');
  await inside('ip', 'route', 'add', 'default', 'via', here[0]);
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-network-'));
  const program = join(folder, 'chromium');
  await writeFile(program, `#!/bin/sh\nexec ip netns exec ${name} ${chromium} "$@"\n`);
  await chmod(program, 0o755);
  const closing: (() => void)[] = [];

  return {
    here,
    there,
    chromium: program,
    inside,
    async filterOutput(rules) {
      const file = join(folder, 'rules.nft');
      const chain = ['type filter hook output priority 0; policy accept;', ...rules].join('\n');
      const table = `table inet test {\nchain output {\n${chain}\n}\n}\n`;
      await writeFile(file, `table inet test\ndelete table inet test\n${table}`);
      await inside('nft', '-f', file);
    },
    async move() {
      await inside('ip', 'address', 'delete', `${there}/24`, 'dev', inner);
      await inside('ip', 'address', 'add', `${subnet}.11/24`, 'dev', inner);
    },
    async terminateTls(address, port, to) {
      const sockets = new Set<Socket>();
      const server = createServer(await makeCertificate(folder, address), (from) => {
        const onwards = openTcp(to, '127.0.0.1');
        for (const [one, other] of [
          [from, onwards],
          [onwards, from],
        ] as const) {
          sockets.add(one);
          one.pipe(other);
          one.on('error', () => other.destroy());
          one.on('close', () => sockets.delete(one) && other.destroy());
        }
      });
      server.listen(port, address);
      await once(server, 'listening');
      closing.push(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
      });
    },
    async close() {
      for (const end of closing) end();
      await run('ip', ['link', 'delete', outer]).catch(() => undefined);
      await run('ip', ['netns', 'delete', name]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
