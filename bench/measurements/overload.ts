import { httpRequest } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';

const FACTORS = [1, 3, 9] as const;
const CLIENTS = 64;
const CONNECTIONS = 1_000;

/**
 * Posts sent at one, three and nine times what the server can do (as measured in the same run, by clients that wait for
 * their answers), by callers who do not slow down. What is accepted is to stay near the capacity, and quick.
 */
function overload(name: string, what: string, binders: number): Measurement {
  const figures = FACTORS.flatMap((factor) => [
    [`${name}.${factor}x.goodput`, `posts ${what} at ${factor} × the capacity: accepted ÷ capacity`],
    [`${name}.${factor}x.p99`, 'the same: p99 of the accepted ones'],
    [`${name}.${factor}x.refused`, 'the same: share told 503'],
    [`${name}.${factor}x.failed`, 'the same: share without an answer, or with another one'],
  ]);
  return {
    figures: Object.fromEntries(figures) as Record<string, string>,
    async run(bench) {
      const requests = await postsTo(bench, binders);
      const { port } = await bench.installation.server();
      const milliseconds = roundMs(bench, 3_000);
      const closed = { kind: 'http', port, requests, clients: CLIENTS, milliseconds } as const;
      await bench.generator.run({ ...closed, milliseconds: roundMs(bench, 1_000) });
      const { completed, seconds } = await bench.generator.run(closed);
      const capacity = completed / seconds;
      bench.note(`${name}: the capacity is ${Math.round(capacity)} a second`);
      const results: Record<string, Figure> = {};
      for (const factor of FACTORS) {
        const result = await bench.generator.runOpen({
          kind: 'open',
          port,
          requests,
          rate: capacity * factor,
          connections: CONNECTIONS,
          milliseconds,
        });
        const { accepted, refused, failed, unsent, p99Ms } = result;
        const answered = accepted + refused + failed;
        const of = `${name}.${factor}x`;
        results[`${of}.goodput`] = { value: accepted / result.seconds / capacity, unit: '× capacity' };
        results[`${of}.p99`] = { value: p99Ms, unit: 'ms' };
        results[`${of}.refused`] = { value: refused / answered, unit: 'of the calls' };
        results[`${of}.failed`] = { value: failed / answered, unit: 'of the calls' };
        if (unsent > 0) bench.note(`${of}: ${unsent} of ${answered + unsent} calls found no free connection`);
      }
      return results;
    },
  };
}

async function postsTo({ installation }: Bench, binders: number): Promise<string[]> {
  const headers = {
    authorization: `Bearer ${await installation.token()}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({
    message: { text: 'A message of an ordinary length, as people write them.' },
  });
  const ids = await installation.binders(binders);
  return ids.map((id) => httpRequest('POST', `/v1/${id}/messages`, headers, body));
}

export const overloadOneBinder = overload('overload.one_binder', 'to one binder', 1);
export const overloadManyBinders = overload('overload.many_binders', 'to 64 binders', 64);
