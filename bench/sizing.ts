/**
 * Measures CPU, memory, latency and disk of server and PostgreSQL. Ten people share a binder. Each has one
 * socket and posts every two minutes. Run
 * `npm run sizing -- --people 100,1000 --seconds 60`. 10,000 people need 20,000 file descriptors.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { callApi, createInstallation, type Installation, tokenOf } from './installation.ts';
import { percentile, postAtRate } from './load/paced-posts.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, findPostmaster, residentOf } from './processes.ts';
import { describeMachine } from './report.ts';
import { startSocketClients } from './sockets/clients.ts';

/** People who connect as the same user, within the limit per user and client. */
const PEOPLE_OF_USER = 50;
const PEOPLE_OF_BINDER = 10;
const POST_EVERY_SECONDS = 120;
const SETTLE_MS = 5_000;

interface Level {
  people: number;
  postsPerSecond: number;
  serverCores: number;
  databaseCores: number;
  serverMegabytes: number;
  afterMegabytes: number;
  medianMs: number;
  p99Ms: number;
  failed: number;
  bytesPerPost: number;
}

async function measure(installation: Installation, people: number, seconds: number): Promise<Level> {
  const { origin, pid, port } = await installation.server();
  const users = Math.ceil(people / PEOPLE_OF_USER);
  const binders: { id: string; token: string }[] = [];
  for (let user = 0; user < users; user++) {
    const token = await tokenOf(installation, `sized-${people}-${user}`);
    for (let count = 0; count < PEOPLE_OF_USER / PEOPLE_OF_BINDER; count++) {
      const { id } = await callApi({ origin, token }, 'POST', '/me/binders', { name: 'Sized' });
      binders.push({ id: String(id), token });
    }
  }
  const clients = startSocketClients();
  await clients.open(
    binders.slice(0, people / PEOPLE_OF_BINDER).map(({ id, token }) => ({
      port,
      path: '/v1/realtime',
      count: PEOPLE_OF_BINDER,
      answers: 3,
      frames: [
        { type: 'hello', version: 1, token },
        { type: 'subscribe', id: 1, binder_id: id },
        { type: 'subscribe_self', id: 2 },
      ],
    })),
  );
  await sleep(SETTLE_MS);
  const postmaster = findPostmaster(pid);
  const before = { ...cpuOf(pid, postmaster), bytes: await databaseBytes(installation) };
  const total = Math.round((people / POST_EVERY_SECONDS) * seconds);
  const times = await postAtRate(origin, binders, people / POST_EVERY_SECONDS, (number) => number >= total);
  const { seconds: elapsed, failed, all } = times;
  const after = { ...cpuOf(pid, postmaster), bytes: await databaseBytes(installation) };
  const serverMegabytes = residentOf(pid);
  await clients.end();
  await sleep(SETTLE_MS);
  return {
    people,
    postsPerSecond: total / elapsed,
    serverCores: (after.server - before.server) / elapsed,
    databaseCores: (after.database - before.database) / elapsed,
    serverMegabytes,
    afterMegabytes: residentOf(pid),
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    failed,
    bytesPerPost: (after.bytes - before.bytes) / Math.max(1, all.length),
  };
}

const cpuOf = (server: number, postmaster: number) => ({
  server: cpuSecondsOf(server),
  database: cpuSecondsOfFamily(postmaster),
});

function databaseBytes(installation: Installation): Promise<number> {
  return installation.withDatabase(async (db) => {
    const [row] = await db.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
    return row?.bytes ?? Number.NaN;
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '100,1000,10000' },
      seconds: { type: 'string', default: '60' },
    },
  });
  const installation = await createInstallation([]);
  try {
    const { pid } = await installation.server();
    process.stdout.write(`${describeMachine(installation.dataDir).join('\n')}\n`);
    process.stdout.write(`idle after the start: ${Math.round(residentOf(pid))} MB\n`);
    const levels: Level[] = [];
    for (const people of values.people.split(',').map(Number))
      levels.push(await measure(installation, people, Number(values.seconds)));
    process.stdout.write(`${JSON.stringify(levels, null, 2)}\n`);
  } finally {
    await installation.remove();
  }
}

await main();
