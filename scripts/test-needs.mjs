// Checks the system programs for tests. As root, installs missing ones with apt. Otherwise prints what to
// install. Plain JavaScript for Node ≥ 18, because npm runs it with its own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dovecot, lacks, needs, nginx, pgbouncer, promtool } from './test-capabilities.mjs';

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

/** Prevents Debian from creating and starting a database cluster. */
function preventCluster() {
  const configuration = '/etc/postgresql-common/createcluster.conf';
  if (existsSync(configuration)) return;
  mkdirSync(dirname(configuration), { recursive: true });
  writeFileSync(configuration, 'create_main_cluster = false\n');
}

const cache = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.cache');
/** Unpacked only, because installing the package would start a web server. */
const simpleSaml = join(cache, 'simplesamlphp');

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

const missing = needs.filter((need) => lacks(need).length > 0);
const packages = missing.filter(({ isLarge }) => !isLarge).flatMap((need) => need.packages);
if (packages.length > 0 && process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  process.stderr.write(`Installing for the tests (once): ${packages.join(' ')} …\n`);
  if (packages.includes('postgresql')) preventCluster();
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
for (const need of missing) {
  const lacking = lacks(need);
  if (lacking.length === 0) continue;
  const how = existsSync('/usr/bin/apt-get') ? `: sudo apt-get install ${need.packages.join(' ')}` : '';
  process.stderr.write(`The tests miss ${need.what} (${lacking.join(', ')}); please install it${how}\n`);
}
unpack(['simplesamlphp'], simpleSaml);
if (!existsSync(simpleSaml))
  process.stderr.write(
    'The tests miss SimpleSAMLphp (the Debian package of that name); its test is skipped\n',
  );

const unpacked = [
  [nginx, join(cache, 'nginx'), ['nginx'], '/usr/sbin'],
  [pgbouncer, join(cache, 'pgbouncer'), ['pgbouncer', 'libc-ares2'], '/usr/sbin'],
  // Unpacked only, because an installed Dovecot would serve the mail of all users.
  [dovecot, join(cache, 'dovecot'), ['dovecot-core', 'dovecot-imapd'], '/usr/sbin'],
  [promtool, join(cache, 'prometheus'), ['prometheus'], '/usr/bin'],
];
for (const [need, folder, names, place] of unpacked) {
  if (existsSync(join(place, need.programs[0]))) continue;
  unpack(names, folder);
  const libraries = existsSync(join(folder, 'usr/lib'))
    ? readdirSync(join(folder, 'usr/lib')).map((each) => join(folder, 'usr/lib', each))
    : [];
  const environment = { ...process.env, LD_LIBRARY_PATH: libraries.join(':') };
  const lacking = lacks(need, join(folder, place), environment);
  if (lacking.length > 0)
    process.stderr.write(
      `The tests miss ${need.what} (${lacking.join(', ')}): the Debian package ${names[0]}\n`,
    );
}
