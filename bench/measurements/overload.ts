import { httpRequest } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { median } from '../statistics.ts';

const FACTORS = [3, 9] as const;
/** Calls under way at once where the capacity is measured: as many as are never refused. */
const IN_FLIGHT = 200;
/** Enough for nine times the capacity where each call is answered within a third of a second, accepted or not. */
const CONNECTIONS = 4_000;
const CAPACITY_MS = 1_000;
const LOAD_MS = 1_500;

/**
 * Posts sent at three and nine times what the server can do by callers who do not slow down. What is accepted is to stay
 * near the capacity, and quick. The capacity is measured in the same round on as many connections, of which some at a
 * time have a call under way.
 */
function overload(name: string, what: string, binders: number): Measurement {
  const described = FACTORS.flatMap((factor) => [
    [`${name}.${factor}x.goodput`, `posts ${what} at ${factor} × the capacity: accepted ÷ capacity`],
    [`${name}.${factor}x.p99`, 'the same: p99 of the accepted ones'],
    [
      `${name}.${factor}x.new_connection_p99`,
      'the same: p99 of calls on new connections, accepted or refused',
    ],
    [`${name}.${factor}x.refused`, 'the same: share told 503'],
    [`${name}.${factor}x.failed`, 'the same: share without an answer, or with another one'],
    [`${name}.${factor}x.offered`, 'the same: calls that were sent ÷ capacity'],
  ]);
  return {
    figures: Object.fromEntries(described) as Record<string, string>,
    async run(bench) {
      const requests = await postsTo(bench, binders);
      const { port } = await bench.installation.server();
      const load = { kind: 'open', port, requests, connections: CONNECTIONS } as const;
      const saturate = async () => {
        const milliseconds = roundMs(bench, CAPACITY_MS);
        const job = { ...load, rate: null, inFlight: IN_FLIGHT, milliseconds };
        const r = await bench.generator.runOpen(job);
        const { accepted, seconds } = r;
        return accepted / seconds;
      };
      const values = new Map<string, { unit: string; values: number[] }>();
      const note = (figure: string, value: number, unit: string) => {
        const known = values.get(figure) ?? { unit, values: [] };
        known.values.push(value);
        values.set(figure, known);
      };
      await saturate();
      for (let round = 0; round < bench.rounds; round++) {
        const capacity = await saturate();
        bench.note(`${name}: the capacity is ${Math.round(capacity)} a second`);
        for (const factor of FACTORS) {
          const milliseconds = roundMs(bench, LOAD_MS);
          const job = { ...load, rate: capacity * factor, inFlight: null, milliseconds };
          const result = await bench.generator.runOpen(job);
          const { accepted, refused, failed, seconds } = result;
          const sent = accepted + refused + failed;
          const of = `${name}.${factor}x`;
          note(`${of}.goodput`, accepted / seconds / capacity, '× capacity');
          note(`${of}.p99`, result.p99Ms, 'ms');
          note(`${of}.new_connection_p99`, result.newConnectionP99Ms, 'ms');
          note(`${of}.refused`, refused / sent, 'of the calls');
          note(`${of}.failed`, failed / sent, 'of the calls');
          note(`${of}.offered`, sent / seconds / capacity, '× capacity');
        }
      }
      return Object.fromEntries(
        [...values].map(([figure, of]): [string, Figure] => [
          figure,
          { value: median(of.values), unit: of.unit },
        ]),
      );
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
