import { systemClock } from '../../packages/server/src/clock.ts';
import { readConfig } from '../../packages/server/src/config.ts';
import { startFamily } from '../../packages/server/src/features/oauth/index.ts';
import { uniqueIdForm } from '../installation.ts';
import { httpRequest, type LoadJob } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, findPostmaster } from '../processes.ts';
import { median } from '../statistics.ts';

const CLIENTS = 32;
const PATH = '/v1/oauth/token';

/**
 * Tokens for each second of CPU time. "A core" is a core's worth of the server process: its answers divided by the CPU
 * seconds of all its threads. What PostgreSQL spends for them runs on other cores, or another machine; it is told beside.
 */
function tokens(name: string, what: string, jobOf: (bench: Bench) => Promise<LoadJob>): Measurement {
  return {
    figures: {
      [name]: `${what}: tokens for a CPU second of the server process`,
      [`${name}.with_postgresql`]: 'tokens for a CPU second of the server and PostgreSQL together',
      [`${name}.rate`]: 'tokens a second',
    },
    async run(bench) {
      await measureOnce(bench, await jobOf(bench));
      const results: Spent[] = [];
      for (let round = 0; round < bench.rounds; round++)
        results.push(await measureOnce(bench, await jobOf(bench)));
      const figure = (of: (spent: Spent) => number, unit: string): Figure => ({
        value: median(results.map(of)),
        unit,
      });
      return {
        [name]: figure(({ completed, server }) => completed / server, '/CPU s'),
        [`${name}.with_postgresql`]: figure(
          ({ completed, server, database }) => completed / (server + database),
          '/CPU s',
        ),
        [`${name}.rate`]: figure(({ completed, seconds }) => completed / seconds, '/s'),
      };
    },
  };
}

/** Answers, the time they took, and the CPU seconds that the server and PostgreSQL used meanwhile. */
interface Spent {
  completed: number;
  seconds: number;
  server: number;
  database: number;
}

async function measureOnce(bench: Bench, job: LoadJob): Promise<Spent> {
  const { pid } = await bench.installation.server();
  const postmaster = findPostmaster(pid);
  const before = [cpuSecondsOf(pid), cpuSecondsOfFamily(postmaster)] as const;
  const { completed, seconds } = await bench.generator.run(job);
  const server = cpuSecondsOf(pid) - before[0];
  return { completed, seconds, server, database: cpuSecondsOfFamily(postmaster) - before[1] };
}

const headers = { 'content-type': 'application/x-www-form-urlencoded' };

export const uniqueIdTokens = tokens('token.unique_id', 'unique-identifier grant', async (bench) => {
  const demo = await bench.installation.demo();
  const { port } = await bench.installation.server();
  const requests = demo.users.map((user) =>
    httpRequest('POST', PATH, headers, uniqueIdForm(demo, user.unique_id)),
  );
  return { kind: 'http', port, clients: CLIENTS, milliseconds: roundMs(bench, 1_500), requests };
});

export const refreshedTokens = tokens('token.refresh', 'refresh grant', async (bench) => {
  const { client, users } = await bench.installation.demo();
  const { port } = await bench.installation.server();
  const form = new URLSearchParams({
    client_id: client.client_id,
    client_secret: client.client_secret,
    grant_type: 'refresh_token',
  });
  return {
    kind: 'refresh',
    port,
    path: PATH,
    clients: CLIENTS,
    milliseconds: roundMs(bench, 1_500),
    form: form.toString(),
    refreshTokens: await newFamilies(bench, client.client_id, users[0]?.id ?? ''),
  };
});

/** Refresh tokens of new authorisations, one for each client. */
export function newFamilies(bench: Bench, clientId: string, userId: string): Promise<string[]> {
  return bench.installation.withDatabase(async (db) => {
    const env = { db, clock: systemClock, config: readConfig({}) };
    const made: string[] = [];
    for (let place = 0; place < CLIENTS; place++) {
      const { refresh_token = '' } = await startFamily(env, { clientId, userId, scope: 'read write' });
      made.push(refresh_token);
    }
    return made;
  });
}
