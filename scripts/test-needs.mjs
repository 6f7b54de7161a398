// Finds what the tests need of the system, and installs what is missing where that can be done without asking: with
// apt, as root. Elsewhere it says in one line what to install; tests that need it are skipped then. Plain JavaScript
// for Node ≥ 18, because npm runs it with the Node that it was started with.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is needed: the programs of which one will do, the variable that names another one, and Debian's packages. */
const needs = [
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
  },
  { what: 'ffmpeg, for the pictures of videos', programs: ['ffmpeg'], places: [], packages: ['ffmpeg'] },
  {
    what: 'xmlsec1, for assertions signed by others',
    programs: ['xmlsec1'],
    places: [],
    packages: ['xmlsec1'],
  },
  {
    what: 'Redis, for limits that processes share',
    programs: ['redis-server'],
    places: [],
    packages: ['redis-server'],
  },
  {
    what: 'PostgreSQL of the system, for servers that replicate',
    programs: ['pg_basebackup'],
    places: [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/pg_basebackup`),
    packages: ['postgresql'],
  },
  {
    what: 'PHP, for an identity provider that others wrote',
    programs: ['php'],
    places: [],
    packages: ['php-cli', 'php-xml', 'php-mbstring'],
  },
  {
    what: 'coturn, for meets through a relay',
    programs: ['turnserver'],
    places: [],
    packages: ['coturn'],
  },
  {
    what: 'ip, for networks of a test’s own',
    programs: ['ip'],
    places: ['/usr/sbin/ip', '/sbin/ip'],
    packages: ['iproute2'],
  },
  {
    what: 'nft, for networks that let little through',
    programs: ['nft'],
    places: ['/usr/sbin/nft', '/sbin/nft'],
    packages: ['nftables'],
  },
  { what: 'Python, for a bot of the guides', programs: ['python3'], places: [], packages: ['python3'] },
  { what: 'curl, for the commands in the documents', programs: ['curl'], places: [], packages: ['curl'] },
];

function isThere({ programs, places, variable }) {
  const named = variable && process.env[variable];
  if (named) return existsSync(named);
  const directories = (process.env.PATH ?? '').split(delimiter);
  return [
    ...places,
    ...programs.flatMap((name) => directories.map((directory) => join(directory, name))),
  ].some((path) => existsSync(path));
}

/** Runs apt-get; what it says goes to standard error, as it comes. */
function apt(...args) {
  const { status } = spawnSync(
    'apt-get',
    ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3', ...args],
    {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  );
  return status === 0;
}

/** Debian's PostgreSQL would make a cluster of the system's own, and listen. The same as in .ci/on-debian-postgresql. */
function keepFromStarting() {
  const configuration = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(configuration)) return;
  mkdirSync(dirname(configuration), { recursive: true });
  writeFileSync(configuration, 'create_main_cluster = false\n');
}

const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache');
/**
 * SimpleSAMLphp, the identity provider: of Debian's package only the files, beside the tests. Installed, it would bring
 * a web server and start it.
 */
const simpleSaml = join(cache, 'simplesamlphp');
/** nginx, the proxy of the operating guide, for the same reason. What it needs of the system is on every Debian. */
const nginx = join(cache, 'nginx');
/** PgBouncer, the pooler of the operating guide, with the library that not every Debian has. */
const pgbouncer = join(cache, 'pgbouncer');

/** Fetches packages of Debian and unpacks them into a folder, which is there whole or not at all. Needs no root. */
function unpack(names, folder) {
  if (existsSync(folder) || !existsSync('/usr/bin/apt-get')) return;
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  const run = (program, ...args) =>
    spawnSync(program, args, { cwd: work, stdio: ['ignore', 2, 2] }).status === 0;
  const fetchIt = () => run('apt-get', '-q', 'download', ...names);
  const isFetched = fetchIt() || (process.geteuid?.() === 0 && apt('update') && fetchIt());
  const files = isFetched ? readdirSync(work).filter((each) => each.endsWith('.deb')) : [];
  if (files.length > 0 && files.every((file) => run('dpkg', '-x', file, 'files')))
    renameSync(join(work, 'files'), folder);
  rmSync(work, { recursive: true });
}

/** Makes tests of pages quicker; they run without it too, in the whole Chromium. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const missing = needs.filter((need) => !isThere(need));
const packages = missing.flatMap((need) => need.packages);
if (packages.length > 0 && process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  process.stderr.write(`Installing for the tests (once): ${packages.join(' ')} …\n`);
  if (packages.includes('postgresql')) keepFromStarting();
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
if (!existsSync(headlessShell) && process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get'))
  apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
for (const need of missing.filter((each) => !isThere(each))) {
  const how = existsSync('/usr/bin/apt-get') ? `: sudo apt-get install ${need.packages.join(' ')}` : '';
  process.stderr.write(`The tests miss ${need.what}; please install it${how}\n`);
}
unpack(['simplesamlphp'], simpleSaml);
if (!existsSync(simpleSaml))
  process.stderr.write(
    'The tests miss SimpleSAMLphp (the Debian package of that name); its test is skipped\n',
  );
if (!existsSync('/usr/sbin/nginx')) {
  unpack(['nginx'], nginx);
  if (!existsSync(join(nginx, 'usr', 'sbin', 'nginx')))
    process.stderr.write('The tests miss nginx (the Debian package of that name); its test is skipped\n');
}
if (!existsSync('/usr/sbin/pgbouncer')) {
  unpack(['pgbouncer', 'libc-ares2'], pgbouncer);
  if (!existsSync(join(pgbouncer, 'usr', 'sbin', 'pgbouncer')))
    process.stderr.write('The tests miss PgBouncer (the Debian package pgbouncer); its test is skipped\n');
}
