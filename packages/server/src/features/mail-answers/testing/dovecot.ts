import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { makeCertificate } from '@ringbinder/testkit/network.ts';
import { until } from '@ringbinder/testkit/until.ts';
import { ImapFlow } from 'imapflow';

const INSTALLED = '/usr/sbin/dovecot';
/** Dovecot expects its programs at fixed paths, so an overlay mounts the unpacked files there. */
const UNPACKED = join(import.meta.dirname, '../../../../../../node_modules/.cache/dovecot/usr');
const OVERLAY = ['--user', '--map-root-user', '--mount', 'sh', '-c'];
const LAY = `mount -t overlay overlay -o lowerdir=${UNPACKED}:/usr /usr`;
const isInstalled = existsSync(INSTALLED);
const isUsable =
  isInstalled ||
  (existsSync(join(UNPACKED, 'sbin/dovecot')) && spawnSync('unshare', [...OVERLAY, LAY]).status === 0);

/** In CI, a missing Dovecot fails the test. */
export const dovecotNeeded = { skip: !isUsable && process.env.CI !== 'true' };

const USER = 'answers@test.example';
const PASSWORD = 'se/cret:@1';

export interface Dovecot {
  url: string;
  urlWith(parts: { password?: string; folder?: string; isSecure?: boolean }): string;
  certificate: string;
  deliver(mail: string | Buffer, flags?: string[]): Promise<void>;
  truncate(): Promise<void>;
  flags(): Promise<string[][]>;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
}

export async function startDovecot(): Promise<Dovecot> {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-dovecot-'));
  const [port, tlsPort] = [await freePort(), await freePort()];
  const { keyFile: key, certFile: certificate } = await makeCertificate(folder, '127.0.0.1');
  await mkdir(join(folder, 'home'));
  await writeFile(join(folder, 'dovecot.conf'), configuration({ folder, port, tlsPort, key, certificate }));
  const place = { host: '127.0.0.1', port };
  const auth = { user: USER, pass: PASSWORD };

  async function use<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({ ...place, auth, logger: false, doSTARTTLS: false });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.logout().catch(() => undefined);
      client.close();
    }
  }

  const urlWith: Dovecot['urlWith'] = ({ password = PASSWORD, folder = '', isSecure = false }) =>
    `${isSecure ? 'imaps' : 'imap'}://${[USER, password].map(encodeURIComponent).join(':')}@127.0.0.1:${isSecure ? tlsPort : port}/${folder}`;
  let child: ChildProcess | undefined;
  const dovecot: Dovecot = {
    url: urlWith({}),
    urlWith,
    certificate,
    deliver: (mail, flags) => use(async (client) => void (await client.append('INBOX', mail, flags))),
    async truncate() {
      const mails = join(folder, 'home/Maildir');
      for (const file of await readdir(mails, { recursive: true }))
        if (/^(cur|new)\/./.test(file)) {
          const path = join(mails, file);
          await truncate(path, Math.floor((await stat(path)).size / 2));
        }
    },
    flags: () =>
      use(async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true });
        const mails = await client.fetchAll('1:*', { flags: true });
        return mails.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent'));
      }),
    async start() {
      child = launch(join(folder, 'dovecot.conf'));
      await until('Dovecot answers', () => use(async () => true).catch(() => false));
    },
    async stop() {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      child = undefined;
    },
    async close() {
      await dovecot.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await dovecot.start();
  return dovecot;
}

/** As root, Dovecot would need its own users, so it runs as nobody. */
function launch(file: string): ChildProcess {
  const program = [INSTALLED, '-F', '-c', file];
  const isRoot = process.geteuid?.() === 0;
  const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...program];
  const [command = '', ...args] = isInstalled
    ? isRoot
      ? asNobody
      : program
    : ['unshare', ...OVERLAY, `${LAY} && exec ${asNobody.join(' ')}`];
  return spawn(command, args, { stdio: 'ignore' });
}

interface Settings {
  folder: string;
  port: number;
  tlsPort: number;
  key: string;
  certificate: string;
}

const configuration = ({ folder, port, tlsPort, key, certificate }: Settings) => `
base_dir = ${folder}/base
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
auth_mechanisms = plain login
auth_failure_delay = 0
ssl = yes
ssl_cert = <${certificate}
ssl_key = <${key}
disable_plaintext_auth = no
default_internal_user = nobody
default_login_user = nobody
default_internal_group = nogroup
first_valid_uid = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
    address = 127.0.0.1
  }
  inet_listener imaps {
    port = ${tlsPort}
    address = 127.0.0.1
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
`;
