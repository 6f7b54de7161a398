import { join, resolve } from 'node:path';
import type { FileStoreSettings } from '../storage/files/index.ts';
import { StartupError } from '../storage/startup-error.ts';
import {
  checkMeetConfig,
  checkStorageConfig,
  type MeetConfig,
  meetSettings,
  type StorageConfig,
  storageSettings,
} from './backing-services.ts';
import { httpOrigin, oneOf, type Setting, secretKey, smtpUrl, whole } from './readers.ts';

/** The settings of a server, checked. */
export interface Config extends MeetConfig, StorageConfig {
  production: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  secretKey: string | undefined;
  logLevel: string;
  trustProxy: number;
  maxBodyBytes: number;
  maxUploadBytes: number;
  callsPerMinute: number;
  linkCallsPerMinute: number;
  tokenCallsPerMinute: number;
  failedTokenCallsPerMinute: number;
  accessTokenSeconds: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  role: 'all' | 'api' | 'worker';
  stopNoticeSeconds: number;
  outboundPrivateNetworks: 'true' | 'false' | 'development';
  stopTimeoutSeconds: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Every setting, in the order in which the documentation lists them. */
export const settings = {
  production: {
    name: 'NODE_ENV',
    fallback: 'development',
    meaning:
      '`production` leaves out the demo data, logs to standard output as JSON, and prints set-up links for the first admin.',
    read: (text) => text === 'production',
  },
  port: { name: 'PORT', fallback: '8400', meaning: 'TCP port; 0 takes a free one.', read: whole(0, 65_535) },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on.', read: (text) => text },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'Address under which clients reach the server, without a path. Default: `http://HOST:PORT`.',
    read: httpOrigin,
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning:
      'Directory of the embedded database, the files, the secret key and demo.json. Processes on one database share it, unless FILES_URL says where files are kept.',
    read: (text) => resolve(text),
  },
  ...storageSettings,
  secretKey: {
    name: 'SECRET_KEY',
    fallback: '',
    meaning:
      'Key that seals client secrets and signs links: 64 hexadecimal digits. Default: `DATA_DIR/secret.key`, made at the first start.',
    read: secretKey,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    meaning: `One of ${LOG_LEVELS.join(', ')}.`,
    read: oneOf(LOG_LEVELS),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: '0',
    meaning:
      'Number of proxies in front of the server that each add their caller’s address to X-Forwarded-For (`true` is 1). What else that header says is the caller’s own word and not believed.',
    read: (text) => whole(0, 10)({ true: '1', false: '0' }[text] ?? text),
  },
  maxBodyBytes: {
    name: 'MAX_BODY_BYTES',
    fallback: String(1024 ** 2),
    meaning: 'Largest JSON or form body.',
    read: whole(1024, 1024 ** 3),
  },
  maxUploadBytes: {
    name: 'MAX_UPLOAD_BYTES',
    fallback: String(200 * 1024 ** 2),
    meaning: 'Largest uploaded file.',
    read: whole(1024, 1024 ** 4),
  },
  callsPerMinute: {
    name: 'CALLS_PER_MINUTE',
    fallback: '1200',
    meaning: 'Calls of one client and user in a minute.',
    read: whole(1, 1e9),
  },
  linkCallsPerMinute: {
    name: 'LINK_CALLS_PER_MINUTE',
    fallback: '12000',
    meaning:
      'Signed links to pages and their pictures that one address loads in a minute. A list shows up to 1,000 pictures, and a company may share an address.',
    read: whole(1, 1e9),
  },
  tokenCallsPerMinute: {
    name: 'TOKEN_CALLS_PER_MINUTE',
    fallback: '600',
    meaning: 'Token calls of one client and address in a minute.',
    read: whole(1, 1e9),
  },
  failedTokenCallsPerMinute: {
    name: 'FAILED_TOKEN_CALLS_PER_MINUTE',
    fallback: '30',
    meaning: 'Refused token calls of one client and address in a minute.',
    read: whole(1, 1e9),
  },
  accessTokenSeconds: {
    name: 'ACCESS_TOKEN_SECONDS',
    fallback: '43200',
    meaning: 'Lifetime of an access token.',
    read: whole(1, 31_536_000),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'Mail server for links that reset a password and for invitations: `smtps://user:password@host`. Without it an admin hands the links out.',
    read: smtpUrl,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: 'Ringbinder <ringbinder@localhost>',
    meaning: 'Sender of those mails.',
    read: (text) => text,
  },
  role: {
    name: 'ROLE',
    fallback: 'all',
    meaning:
      'What this process does: `all`; `api` answers calls and nothing else; `worker` does what goes on behind them (events of bots and their delivery, reminders, the search index, housekeeping) and answers only /healthz, /readyz and /metrics. Several processes need DATABASE_URL.',
    read: oneOf(['all', 'api', 'worker']),
  },
  stopNoticeSeconds: {
    name: 'STOP_NOTICE_SECONDS',
    fallback: '0',
    meaning:
      'How long a process that is asked to stop goes on as before while /readyz answers 503, for load balancers that look there before they send a call. One that tries the next process when a connection is refused, as nginx does, needs none.',
    read: whole(0, 300),
  },
  outboundPrivateNetworks: {
    name: 'OUTBOUND_PRIVATE_NETWORKS',
    fallback: 'development',
    meaning:
      'Whether bots may be called in private networks, where their own settings allow it too: `true`, `false`, or `development`: only unless NODE_ENV is `production`. Outside development only https is called.',
    read: oneOf(['true', 'false', 'development']),
  },
  stopTimeoutSeconds: {
    name: 'STOP_TIMEOUT_SECONDS',
    fallback: '10',
    meaning:
      'How long stopping takes at the most. Half of it or more is for requests in flight, the rest for the embedded database; what has not ended by then is left, and named. Keep it below the time after which whoever stops the server kills it.',
    read: whole(1, 3_600),
  },
  ...meetSettings,
} satisfies Record<keyof Config, Setting>;

/** Reads the settings from the environment. Throws StartupError with one line that names the setting and the reason. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const read = Object.entries(settings).map(([key, setting]) => {
    const text = variables[setting.name]?.trim() || setting.fallback;
    try {
      return [key, setting.read(text)];
    } catch (error) {
      // The value may be a secret (a database password), so the line does not repeat it.
      throw new StartupError(`${setting.name} ${(error as Error).message}`);
    }
  });
  const config = Object.fromEntries(read) as Config;
  if (config.role !== 'all' && config.databaseUrl === undefined)
    throw new StartupError(
      `ROLE=${config.role} needs DATABASE_URL: no other process can share the embedded database`,
    );
  const problem = checkStorageConfig(config) ?? checkMeetConfig(config);
  if (problem !== undefined) throw new StartupError(problem);
  return config;
}

/** Whether bots may be called in private networks, where their own settings allow it. */
export function allowsPrivateNetworks({ outboundPrivateNetworks, production }: Config): boolean {
  return outboundPrivateNetworks === 'development' ? !production : outboundPrivateNetworks === 'true';
}

/** Where one environment keeps its files. */
export function filesDirectory(config: Config, environment: string): string {
  return join(config.dataDir, 'files', environment);
}

/** How files are kept, in each environment. */
export function fileStoreSettings(config: Config): FileStoreSettings {
  return {
    place: config.filesUrl,
    older: config.filesMovedFrom,
    maxCacheBytes: config.filesCacheBytes,
    linksDirectly: config.filesDirectReads,
  };
}

/** What an operator has to be told of the public address in production; undefined when it is well. */
export function publicUrlWarning({ production, publicUrl }: Config, origin: string): string | undefined {
  if (!production) return undefined;
  if (publicUrl === '')
    return `PUBLIC_URL is not set: links lead to ${origin}, and cookies go without Secure`;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || LOOPBACK_HOSTS.has(hostname)) return undefined;
  return `PUBLIC_URL is plain http: whoever is on the way reads tokens and passwords, and cookies go without Secure`;
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
