import { join, resolve } from 'node:path';
import type { FileStoreSettings } from '../storage/files/index.ts';
import { StartupError } from '../storage/startup-error.ts';
import { type AuditAddress, readAuditAddress } from './audit-address.ts';
import {
  checkMeetConfig,
  checkStorageConfig,
  type MeetConfig,
  meetSettings,
  type StorageConfig,
  storageSettings,
} from './backing-services.ts';
import {
  httpOrigin,
  type InboundMail,
  inboundMail,
  integer,
  mailDomain,
  oneOf,
  type Setting,
  secretKey,
  smtpUrl,
  webUrl,
} from './readers.ts';

export type { Mailbox, SmtpAddress } from './readers.ts';

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
  inboundMail: InboundMail | undefined;
  inboundMailDomain: string;
  role: 'all' | 'api' | 'worker';
  stopNoticeSeconds: number;
  outboundPrivateNetworks: 'true' | 'false' | 'development';
  pushPrivateNetwork: boolean;
  timeStampUrl: string;
  tracesUrl: string;
  auditStream: AuditAddress | undefined;
  stopTimeoutSeconds: number;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const settings = {
  production: {
    name: 'NODE_ENV',
    fallback: 'development',
    meaning:
      '`production` creates no demo data, logs JSON to standard output, and prints set-up links for the first admin.',
    read: (text) => text === 'production',
  },
  port: {
    name: 'PORT',
    fallback: '8400',
    meaning: 'TCP port. 0 selects a free one.',
    read: integer(0, 65_535),
  },
  host: { name: 'HOST', fallback: '127.0.0.1', meaning: 'Address to listen on.', read: (text) => text },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'Public address of the server, without a path. Default: `http://HOST:PORT`.',
    read: httpOrigin,
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning:
      'Directory of the embedded database, the files, the secret key and demo.json. Processes on one database share it, unless FILES_URL is set.',
    read: (text) => resolve(text),
  },
  ...storageSettings,
  secretKey: {
    name: 'SECRET_KEY',
    fallback: '',
    meaning:
      'Key that encrypts client secrets and signs links: 64 hexadecimal digits. Default: `DATA_DIR/secret.key`, created at the first start.',
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
      'Number of proxies in front of the server that add their caller’s address to X-Forwarded-For (`true` is 1). Ringbinder ignores the other addresses in that header, which callers can forge.',
    read: (text) => integer(0, 10)({ true: '1', false: '0' }[text] ?? text),
  },
  maxBodyBytes: {
    name: 'MAX_BODY_BYTES',
    fallback: String(1024 ** 2),
    meaning: 'Largest JSON or form body.',
    read: integer(1024, 1024 ** 3),
  },
  maxUploadBytes: {
    name: 'MAX_UPLOAD_BYTES',
    fallback: String(200 * 1024 ** 2),
    meaning: 'Largest uploaded file.',
    read: integer(1024, 1024 ** 4),
  },
  callsPerMinute: {
    name: 'CALLS_PER_MINUTE',
    fallback: '1200',
    meaning: 'Maximum number of calls in a minute for each client and user.',
    read: integer(1, 1e9),
  },
  linkCallsPerMinute: {
    name: 'LINK_CALLS_PER_MINUTE',
    fallback: '12000',
    meaning:
      'Maximum number of signed links to pages and pictures that one address loads in a minute. A list can show 1,000 pictures, and a company may share an address.',
    read: integer(1, 1e9),
  },
  tokenCallsPerMinute: {
    name: 'TOKEN_CALLS_PER_MINUTE',
    fallback: '600',
    meaning: 'Maximum number of token requests in a minute for each client and address.',
    read: integer(1, 1e9),
  },
  failedTokenCallsPerMinute: {
    name: 'FAILED_TOKEN_CALLS_PER_MINUTE',
    fallback: '30',
    meaning: 'Maximum number of rejected token requests in a minute for each client and address.',
    read: integer(1, 1e9),
  },
  accessTokenSeconds: {
    name: 'ACCESS_TOKEN_SECONDS',
    fallback: '43200',
    meaning: 'Lifetime of an access token, in seconds.',
    read: integer(1, 31_536_000),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    meaning:
      'Mail server for invitations, password resets and notifications: `smtps://user:password@host`. Without it, admins pass on the links, and nobody is notified by mail.',
    read: smtpUrl,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: 'Ringbinder <ringbinder@localhost>',
    meaning: 'Sender of these mails.',
    read: (text) => text,
  },
  inboundMail: {
    name: 'INBOUND_MAIL',
    fallback: '',
    meaning:
      'Where answers to notification mails arrive: an address on which the server receives them, `smtp://0.0.0.0:2525`, or a mailbox that it reads, `imaps://user:password@host/INBOX` (`imap://` without TLS, for closed networks). Processes with the role `worker` do not listen, and those with `api` read no mailbox, but all need it for the addresses in the mails. Needs SMTP_URL and INBOUND_MAIL_DOMAIN. Without it, people answer in the app.',
    read: inboundMail,
  },
  inboundMailDomain: {
    name: 'INBOUND_MAIL_DOMAIN',
    fallback: '',
    meaning: 'Domain of the addresses to which people answer, such as `answers.example.com`.',
    read: mailDomain,
  },
  role: {
    name: 'ROLE',
    fallback: 'all',
    meaning:
      'Work of this process. `api` answers calls. `worker` does background work (deliveries to bots, reminders, search index, housekeeping) and answers only /healthz, /readyz and /metrics. `all` does both. Several processes need DATABASE_URL.',
    read: oneOf(['all', 'api', 'worker']),
  },
  stopNoticeSeconds: {
    name: 'STOP_NOTICE_SECONDS',
    fallback: '0',
    meaning:
      'Seconds for which a stopping process continues to work while /readyz returns 503, for load balancers that rely on /readyz. A proxy that tries the next process when a connection is refused, such as nginx, needs 0.',
    read: integer(0, 300),
  },
  outboundPrivateNetworks: {
    name: 'OUTBOUND_PRIVATE_NETWORKS',
    fallback: 'development',
    meaning:
      'Allows webhooks in private networks, if the bot app allows it as well: `true`, `false`, or `development` (only if NODE_ENV is not `production`). In production, webhooks must use https.',
    read: oneOf(['true', 'false', 'development']),
  },
  pushPrivateNetwork: {
    name: 'PUSH_PRIVATE_NETWORK',
    fallback: 'false',
    meaning:
      '`true` allows push services and `notification_url` of clients with http or in private networks, for tests and closed networks. Otherwise pushes go only to public https addresses.',
    read: (text) => oneOf(['true', 'false'])(text) === 'true',
  },
  timeStampUrl: {
    name: 'TIME_STAMP_URL',
    fallback: '',
    meaning:
      'Time-stamp server (RFC 3161) for the signatures of PDF receipts, such as `http://timestamp.example.com`. The signatures are then PAdES B-T, otherwise B-B. While the server does not answer, signed PDF receipts get a 503.',
    read: webUrl('http://timestamp.example.com'),
  },
  tracesUrl: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    meaning:
      'OpenTelemetry collector that receives traces by OTLP/HTTP, such as `http://localhost:4318`. Default: no traces. Other `OTEL_` variables: [monitoring](guides/monitoring.md#traces).',
    read: webUrl('http://localhost:4318'),
  },
  auditStream: {
    name: 'AUDIT_STREAM',
    fallback: '',
    meaning:
      'Where the audit log and sign-ins go as events of OCSF: `file:/var/log/ringbinder/audit.jsonl`, `tcp://host:port` or `tls://host:port` as JSON lines, `syslog+tcp://host:port` or `syslog+tls://host:port` as RFC 5424. Processes with the role `worker` or `all` send, and all record sign-ins. Default: nowhere. Details: [monitoring](guides/monitoring.md#the-audit-log-in-your-siem).',
    read: (text) => (text === '' ? undefined : readAuditAddress(text)),
  },
  stopTimeoutSeconds: {
    name: 'STOP_TIMEOUT_SECONDS',
    fallback: '10',
    meaning:
      'Maximum time for a stop, in seconds. At least half of it is for requests in flight, the rest for the embedded database. The log names what did not end in time. Choose less than the kill timeout of your supervisor.',
    read: integer(1, 3_600),
  },
  ...meetSettings,
} satisfies Record<keyof Config, Setting>;

export function readConfig(variables: Record<string, string | undefined>): Config {
  const read = Object.entries(settings).map(([key, setting]) => {
    const text = variables[setting.name]?.trim() || setting.fallback;
    try {
      return [key, setting.read(text)];
    } catch (error) {
      // Omits the value, which may be a secret.
      throw new StartupError(`${setting.name} ${(error as Error).message}`);
    }
  });
  const config = Object.fromEntries(read) as Config;
  if (config.role !== 'all' && config.databaseUrl === undefined)
    throw new StartupError(
      `ROLE=${config.role} needs DATABASE_URL: no other process can share the embedded database`,
    );
  const problem =
    checkInboundMail(config) ?? checkStorageConfig(config, config.dataDir) ?? checkMeetConfig(config);
  if (problem !== undefined) throw new StartupError(problem);
  return config;
}

function checkInboundMail({ inboundMail, inboundMailDomain, smtpUrl }: Config): string | undefined {
  if (inboundMail === undefined) return undefined;
  if (inboundMailDomain === '') return 'INBOUND_MAIL needs INBOUND_MAIL_DOMAIN, the domain of the addresses';
  return smtpUrl === undefined
    ? 'INBOUND_MAIL needs SMTP_URL, which sends the mails that people answer'
    : undefined;
}

export function allowsPrivateNetworks({ outboundPrivateNetworks, production }: Config): boolean {
  return outboundPrivateNetworks === 'development' ? !production : outboundPrivateNetworks === 'true';
}

export function filesDirectory(config: Config, environment: string): string {
  return join(config.dataDir, 'files', environment);
}

export function fileStoreSettings(config: Config): FileStoreSettings {
  return {
    place: config.filesUrl,
    older: config.filesMovedFrom,
    maxCacheBytes: config.filesCacheBytes,
    linksDirectly: config.filesDirectReads,
  };
}

export function publicUrlWarning({ production, publicUrl }: Config, origin: string): string | undefined {
  if (!production) return undefined;
  if (publicUrl === '')
    return `PUBLIC_URL is not set: links lead to ${origin}, and cookies go without Secure`;
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:' || LOOPBACK_HOSTS.has(hostname)) return undefined;
  return `PUBLIC_URL is plain http: whoever is on the way reads tokens and passwords, and cookies go without Secure`;
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
