import { INSERT_MESSAGES } from '../../packages/server/src/features/messages/queries.ts';
import { httpRequest, type LoadJob } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { alternate, median } from '../statistics.ts';

const TEXT = 'A message of an ordinary length, as people write them to each other all day long.';

/**
 * Posting through the API ÷ the one SQL statement of a post through the driver, with the same number of clients on the
 * same binders of the same database. Each statement is an acknowledged, durable commit on both sides.
 */
function postMessage(name: string, clients: number, binders: number): Measurement {
  return {
    figures: {
      [name]: `POST message, ${clients} at once in ${binders} binders ÷ the bare statement`,
      [`${name}.rate`]: 'the same, messages a second',
      [`${name}.bare_rate`]: 'the bare statement, a second',
    },
    async run(bench) {
      const [api, bare] = await sides(bench, clients, binders);
      const rateOf = async (job: LoadJob) => {
        const { completed, seconds } = await bench.generator.run(job);
        return completed / seconds;
      };
      const results = await alternate(bench.rounds, { api: () => rateOf(api), bare: () => rateOf(bare) });
      return {
        [name]: { value: median(results.map((rate) => rate.api / rate.bare)), unit: '× statement' },
        [`${name}.rate`]: perSecond(results.map((rate) => rate.api)),
        [`${name}.bare_rate`]: perSecond(results.map((rate) => rate.bare)),
      };
    },
  };
}

function perSecond(rates: number[]): Figure {
  return { value: median(rates), unit: '/s' };
}

async function sides(bench: Bench, clients: number, binders: number): Promise<[LoadJob, LoadJob]> {
  const { installation } = bench;
  const ids = await installation.binders(binders);
  const [owner] = (await installation.demo()).users;
  const { port } = await installation.server();
  const headers = {
    authorization: `Bearer ${await installation.token()}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ message: { text: TEXT } });
  const loop = { clients, milliseconds: roundMs(bench, 1_500) };
  return [
    {
      ...loop,
      kind: 'http',
      port,
      requests: ids.map((id) => httpRequest('POST', `/v1/${id}/messages`, headers, body)),
    },
    {
      ...loop,
      kind: 'statement',
      connection: await installation.connection(),
      text: INSERT_MESSAGES,
      values: ids.map((id) => [id, [owner?.id], Date.now(), [TEXT], [null]]),
    },
  ];
}

export const postFromOne = postMessage('post_message.1_client', 1, 1);
export const postFromMany = postMessage('post_message.32_clients', 32, 32);
export const postToOneBinder = postMessage('post_message.32_clients_one_binder', 32, 1);
