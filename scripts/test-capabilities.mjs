// Plain JavaScript for Node ≥ 18.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const TIMEOUT_MS = 60_000;

/**
 * A required program.
 * @typedef {object} Need
 * @property {string} what
 * @property {string[]} programs alternative names
 * @property {string[]} [places] locations besides PATH
 * @property {string} [variable] environment variable that overrides the location
 * @property {string[]} packages Debian packages
 * @property {boolean} [isLarge] reported, but not installed automatically
 * @property {(run: Run) => string[]} lacks returns missing features
 * @typedef {(...words: string[]) => string | undefined} Run returns the output; undefined on failure
 */

const absent = (output, names) =>
  names.filter((name) => !new RegExp(`(^|[\\s:",])${name}\\b`, 'im').test(output ?? ''));
const starts =
  (...words) =>
  (run) =>
    run(...words) === undefined ? ['does not start'] : [];

/** @type {Need[]} */
export const needs = [
  {
    what: 'Chromium, for the tests in a browser',
    programs: ['chromium', 'chromium-browser', 'google-chrome'],
    places: [
      '/snap/bin/chromium',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    variable: 'CHROMIUM',
    packages: ['chromium', 'fonts-liberation'],
    lacks: opensPage,
  },
  {
    what: 'the headless shell of Chromium, which makes tests of pages quicker',
    programs: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell'],
    lacks: opensPage,
  },
  {
    what: 'ffmpeg, for videos and recordings',
    programs: ['ffmpeg'],
    packages: ['ffmpeg'],
    lacks: (run) => [
      ...absent(run('-hide_banner', '-encoders'), [
        'libvpx',
        'libvpx-vp9',
        'libopus',
        'libx264',
        'aac',
        'flac',
      ]),
      ...absent(run('-hide_banner', '-decoders'), ['vp8', 'vp9', 'opus', 'h264', 'aac']),
      ...absent(run('-hide_banner', '-muxers'), ['webm', 'mp4', 'null']),
      ...absent(run('-hide_banner', '-demuxers'), ['concat', 'lavfi']),
      ...absent(run('-hide_banner', '-filters'), [
        ...['adelay', 'alimiter', 'amix', 'apad', 'aresample', 'color', 'fps', 'overlay', 'pad', 'scale'],
        ...['setpts', 'setsar', 'sine', 'testsrc', 'testsrc2'],
      ]),
    ],
  },
  {
    what: 'ffprobe, for what is in a recording',
    programs: ['ffprobe'],
    packages: ['ffmpeg'],
    lacks: starts('-version'),
  },
  {
    what: 'xmlsec1, for assertions signed by others',
    programs: ['xmlsec1'],
    packages: ['xmlsec1'],
    lacks: (run) =>
      absent(run('--list-transforms'), ['rsa-sha256', 'sha256', 'enveloped-signature', 'exc-c14n']),
  },
  {
    what: 'Redis, for limits that processes share',
    programs: ['redis-server'],
    packages: ['redis-server'],
    lacks: starts('--version'),
  },
  {
    what: 'PostgreSQL of the system, for servers that replicate',
    programs: ['pg_basebackup'],
    places: [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/pg_basebackup`),
    packages: ['postgresql'],
    lacks: starts('--version'),
  },
  {
    what: 'PHP, for an identity provider that others wrote',
    programs: ['php'],
    packages: ['php-cli', 'php-xml', 'php-mbstring'],
    lacks: (run) =>
      absent(run('-m'), [
        'dom',
        'json',
        'libxml',
        'mbstring',
        'openssl',
        'session',
        'SimpleXML',
        'xml',
        'xmlwriter',
      ]).map((extension) => `the extension ${extension}`),
  },
  {
    what: 'coturn, for meets through a relay',
    programs: ['turnserver'],
    packages: ['coturn'],
    lacks: starts('--version'),
  },
  {
    what: 'ip, for networks of a test’s own',
    programs: ['ip'],
    places: ['/usr/sbin/ip', '/sbin/ip'],
    packages: ['iproute2'],
    lacks: starts('-V'),
  },
  {
    what: 'nft, for networks that let little through',
    programs: ['nft'],
    places: ['/usr/sbin/nft', '/sbin/nft'],
    packages: ['nftables'],
    lacks: starts('--version'),
  },
  {
    what: 'Python, for a bot of the guides',
    programs: ['python3'],
    packages: ['python3'],
    lacks: starts('-c', 'import hashlib, hmac, http.server, json, ssl, urllib.request'),
  },
  {
    what: 'curl, for the commands in the documents',
    programs: ['curl'],
    packages: ['curl'],
    lacks: (run) => absent(run('--version'), ['https']),
  },
  {
    what: 'poppler, by whose pictures those of PDFs are judged',
    programs: ['pdftoppm'],
    packages: ['poppler-utils', 'poppler-data'],
    // Without its tables, poppler draws no Chinese, Japanese and Korean. Homebrew includes them.
    lacks: (run) => [
      ...starts('-v')(run),
      ...(existsSync('/usr/bin/pdftoppm') && !existsSync('/usr/share/poppler/cMap')
        ? ['tables of characters']
        : []),
    ],
  },
  {
    what: 'OpenSSL, which verifies signatures and stamps times',
    programs: ['openssl'],
    packages: ['openssl'],
    lacks: starts('ts', '-help'),
  },
  {
    what: 'LibreOffice, for office files; its tests are skipped',
    programs: ['soffice', 'libreoffice'],
    packages: ['libreoffice-writer', 'libreoffice-calc', 'libreoffice-impress'],
    isLarge: true,
    // Each LibreOffice program has its filters in its own library.
    lacks: () => {
      const folder = ['/usr/lib/libreoffice/program', '/opt/libreoffice/program'].find((each) =>
        existsSync(each),
      );
      if (folder === undefined) return [];
      const libraries = { writer: 'libswlo.so', calc: 'libsclo.so', impress: 'libsdlo.so' };
      return Object.entries(libraries).flatMap(([name, file]) =>
        existsSync(join(folder, file)) ? [] : `the filters of libreoffice-${name}`,
      );
    },
  },
];

/** @type {Need} */
export const nginx = {
  what: 'nginx, the proxy of the operating guide; its tests are skipped',
  programs: ['nginx'],
  packages: ['nginx'],
  lacks: (run) => absent(run('-V'), ['--with-http_ssl_module', '--with-http_v2_module']),
};

/** @type {Need} */
export const pgbouncer = {
  what: 'PgBouncer, the pooler of the operating guide; its test is skipped',
  programs: ['pgbouncer'],
  packages: ['pgbouncer'],
  lacks: starts('--version'),
};

/** @type {Need} */
export const promtool = {
  what: 'promtool, for the alerts of examples/monitoring; their tests are skipped',
  programs: ['promtool'],
  packages: ['prometheus'],
  lacks: starts('--version'),
};

/** @type {Need} */
export const dovecot = {
  what: 'Dovecot, the mail server with the mailbox of answers; its tests are skipped',
  programs: ['dovecot'],
  packages: ['dovecot-imapd'],
  lacks: starts('--version'),
};

function opensPage(run) {
  const words = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--dump-dom'];
  return /<html/i.test(run(...words, 'data:text/html,<p>there</p>') ?? '') ? [] : ['opens no page'];
}

/** @returns {string[]} */
export function lacks(
  { programs, places = [], variable, lacks: lacking },
  path = process.env.PATH ?? '',
  environment = process.env,
) {
  const named = variable && process.env[variable];
  const candidates = named
    ? [named]
    : [...programs.flatMap((name) => path.split(delimiter).map((each) => join(each, name))), ...places];
  const program = candidates.find((each) => existsSync(each));
  if (program === undefined) return ['not found'];
  return lacking((...words) => {
    const { status, stdout, stderr, error } = spawnSync(program, words, {
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
    });
    return error || status !== 0 ? undefined : `${stdout}${stderr}`;
  });
}
