import { readConfig } from '../../packages/server/src/config/config.ts';
import { startFamily } from '../../packages/server/src/features/oauth/index.ts';
import { systemClock } from '../../packages/server/src/time/clock.ts';
import { uniqueIdForm } from '../installation.ts';
import { httpRequest, type LoadJob } from '../load/index.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { cpuSecondsOf } from '../processes.ts';
import { median } from '../statistics.ts';

const CLIENTS = 32;
const PATH = '/v1/oauth/token';

/**
 * Tokens for each second of CPU time of the server, held against answers of /healthz for each second of it in the same
 * round: an absolute figure differed eightfold between machines for the same commit. `bench -- peers` has them beside
 * another token server.
 */
function tokens(name: string, what: string, jobOf: (bench: Bench) => Promise<LoadJob>): Measurement {
  return {
    figures: {
      [`${name}.to_healthz`]: `${what}: tokens ÷ answers of /healthz, for a CPU second of the server process`,
      [`${name}.rate`]: 'tokens a second',
    },
    async run(bench) {
      const { port } = await bench.installation.server();
      const healthz: LoadJob = {
        kind: 'http',
        port,
        clients: CLIENTS,
        milliseconds: roundMs(bench, 800),
        requests: [httpRequest('GET', '/healthz', {})],
      };
      await measureOnce(bench, healthz);
      await measureOnce(bench, await jobOf(bench));
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round < bench.rounds; round++) {
        const bare = await measureOnce(bench, healthz);
        const spent = await measureOnce(bench, await jobOf(bench));
        ratios.push(spent.completed / spent.server / (bare.completed / bare.server));
        rates.push(spent.completed / spent.seconds);
      }
      return {
        [`${name}.to_healthz`]: { value: median(ratios), unit: '× healthz' },
        [`${name}.rate`]: { value: median(rates), unit: '/s' },
      };
    },
  };
}

/** Answers, the time they took, and the CPU seconds that the server used meanwhile. */
interface Spent {
  completed: number;
  seconds: number;
  server: number;
}

async function measureOnce(bench: Bench, job: LoadJob): Promise<Spent> {
  const { pid } = await bench.installation.server();
  const before = cpuSecondsOf(pid);
  const { completed, seconds } = await bench.generator.run(job);
  return { completed, seconds, server: cpuSecondsOf(pid) - before };
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
    for (let index = 0; index < CLIENTS; index++) {
      const { refresh_token = '' } = await startFamily(env, { clientId, userId, scope: 'read write' });
      made.push(refresh_token);
    }
    return made;
  });
}
