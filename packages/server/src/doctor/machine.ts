import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, readFile, statfs } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import type { Config } from '../config/config.ts';
import { openMailbox } from '../features/mail-answers/index.ts';
import { CHECK_TIMEOUT_MS, type Check, type Finding, fail, ok, reasonOf, warn } from './check.ts';

const OLDEST_NODE = 24;
const GIB = 1024 ** 3;
const packageFile = new URL('../../package.json', import.meta.url);

export const versionsCheck: Check = {
  name: 'Version',
  needs: [],
  remedy: 'install Ringbinder again',
  async run() {
    const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
    const detail = `Ringbinder ${version}, Node ${process.versions.node}`;
    return [
      Number.parseInt(process.versions.node, 10) >= OLDEST_NODE
        ? ok('Version', detail)
        : fail('Version', detail, `use Node ${OLDEST_NODE}`),
    ];
  },
};

export function dataDirectoryCheck({ dataDir }: Config): Check {
  const name = 'DATA_DIR';
  const remedy = `make ${dataDir} a directory that the user of the service can write`;
  return {
    name,
    needs: [name],
    remedy,
    async run() {
      try {
        await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT')
          return [
            warn(name, `${dataDir} does not exist`, 'start the service, which makes it, or mount the disk'),
          ];
        return [fail(name, reasonOf(error), remedy)];
      }
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return [ok(name, dataDir), diskFinding(bavail * bsize, blocks * bsize)];
    },
  };
}

export function diskFinding(free: number, total: number): Finding {
  const share = (free / total) * 100;
  const detail = `${(free / GIB).toFixed(1)} GiB free (${share.toFixed(0)} %)`;
  const remedy = 'make room on the disk of DATA_DIR, or enlarge it';
  if (share < 5 || free < GIB) return fail('Disk', detail, remedy);
  return share < 15 ? warn('Disk', detail, remedy) : ok('Disk', detail);
}

export type Listener = 'nothing' | 'service' | 'other';

const isAnyHost = (host: string) => host === '0.0.0.0' || host === '::';

export async function findListener({ host, port }: Config): Promise<Listener> {
  if (port === 0) return 'nothing';
  const { promise, resolve } = Promise.withResolvers<Listener>();
  const request = get(
    {
      host: isAnyHost(host) ? '127.0.0.1' : host,
      port,
      path: '/healthz',
      agent: false,
      timeout: CHECK_TIMEOUT_MS - 1_000,
    },
    async (response) => {
      const text = (await response.toArray()).join('');
      resolve(response.statusCode === 200 && /"status":\s*"ok"/.test(text) ? 'service' : 'other');
    },
  );
  request.on('timeout', () => resolve('other'));
  request.on('error', ({ code }: NodeJS.ErrnoException) =>
    resolve(code === 'ECONNREFUSED' ? 'nothing' : 'other'),
  );
  return promise;
}

export function portCheck({ host, port }: Config, listener: () => Promise<Listener>): Check {
  const name = 'PORT';
  const remedy = 'stop that program, or set PORT';
  return {
    name,
    needs: [name, 'HOST'],
    remedy,
    async run() {
      const found = await listener();
      if (found === 'service') return [ok(name, `the service answers on ${host}:${port}`)];
      if (found === 'nothing') return [ok(name, `${port} is free: the service is stopped`)];
      return [fail(name, `another program answers on ${host}:${port}`, remedy)];
    },
  };
}

export function inboundMailCheck({ inboundMail, role }: Config, listener: () => Promise<Listener>): Check {
  const name = 'INBOUND_MAIL';
  const remedy =
    inboundMail && 'mailbox' in inboundMail
      ? 'check the server, the user, the password and the folder in INBOUND_MAIL'
      : 'stop the other program, or set INBOUND_MAIL to another port';
  return {
    name,
    needs: [name, 'INBOUND_MAIL_DOMAIN', 'SMTP_URL', 'PORT', 'HOST'],
    remedy,
    async run() {
      if (inboundMail === undefined) return [];
      if ('mailbox' in inboundMail) {
        const client = await openMailbox(inboundMail.mailbox, CHECK_TIMEOUT_MS);
        client.close();
        return [ok(name, 'the mailbox accepts the sign-in, and its folder can be read')];
      }
      const { host, port } = inboundMail.listener;
      const greeting = await readGreeting(host, port);
      if (greeting?.includes('Ringbinder')) return [ok(name, `the service answers on ${host}:${port}`)];
      if (greeting !== undefined) return [fail(name, `another program answers on ${host}:${port}`, remedy)];
      if (role !== 'worker' && (await listener()) === 'service')
        return [
          fail(
            name,
            `the running service does not respond on ${host}:${port}`,
            'restart it with this setting',
          ),
        ];
      return [ok(name, `${port} is free`)];
    },
  };
}

async function readGreeting(host: string, port: number): Promise<string | undefined> {
  const socket = connect(port, isAnyHost(host) ? '127.0.0.1' : host);
  try {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    return bytes.toString('latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
    throw error;
  } finally {
    socket.destroy();
  }
}

export function mediaPortsCheck(config: Config, listener: () => Promise<Listener>): Check {
  const name = 'Media ports';
  const ports = [config.meetUdpPort, ...(config.meetTurnUrls.length > 0 ? [config.meetRelayedUdpPort] : [])];
  const remedy = 'free it, or set MEET_UDP_PORT and MEET_RELAYED_UDP_PORT: clients must reach the port';
  return {
    name,
    needs: ['MEET_UDP_PORT', 'MEET_RELAYED_UDP_PORT', 'MEET_TURN_URLS', 'LIVEKIT_URL'],
    remedy,
    async run() {
      if (config.livekitUrl !== '') return [ok(name, 'not needed: LiveKit carries the media')];
      const used: number[] = [];
      for (const port of ports) if (port !== 0 && !(await isFree(port))) used.push(port);
      if (used.length === 0) return [ok(name, `UDP ${ports.join(', ')} free`)];
      return (await listener()) === 'service'
        ? [ok(name, `UDP ${used.join(', ')} in use by the running service`)]
        : [warn(name, `another program uses UDP ${used.join(', ')}`, remedy)];
    },
  };
}

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, exclusive: true });
    await once(socket, 'listening');
    socket.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
