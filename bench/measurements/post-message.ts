import { INSERT_MESSAGES } from '../../packages/server/src/features/messages/queries.ts';
import { jsonHeaders } from '../installation.ts';
import { httpLoad, perSecond, roundRobin } from '../load/http-load.ts';
import { statementLoad } from '../load/statement-load.ts';
import { alternate, type Bench, type Measurement, medianOf, roundMs } from '../measurement.ts';

const CLIENTS = 32;
const TEXT = 'A message of an ordinary length, as people write them to each other all day long.';

/** The baseline is the SQL statement alone, with the same clients, binders and database. */
function postMessage(name: string, binders: number, atLeast: number): Measurement {
  return {
    figures: {
      [name]: {
        what: `POST message, ${CLIENTS} clients in ${binders} binders ÷ the bare statement`,
        unit: '× statement',
        atLeast,
      },
      [`${name}.rate`]: { what: 'messages a second', unit: '/s' },
      [`${name}.bare_rate`]: { what: 'bare statements a second', unit: '/s' },
    },
    async run(bench) {
      const rounds = await alternate(bench.rounds, await sides(bench, binders));
      return {
        [name]: medianOf(rounds, ({ api, bare }) => api / bare),
        [`${name}.rate`]: medianOf(rounds, ({ api }) => api),
        [`${name}.bare_rate`]: medianOf(rounds, ({ bare }) => bare),
      };
    },
  };
}

async function sides(bench: Bench, binders: number) {
  const { installation } = bench;
  const ids = await installation.binders(binders);
  const [owner] = (await installation.demo()).users;
  const { port } = await installation.server();
  const headers = jsonHeaders(await installation.token());
  const body = JSON.stringify({ message: { text: TEXT } });
  const loop = { clients: CLIENTS, milliseconds: roundMs(bench, 1_500) };
  const requests = ids.map((id) => ({ method: 'POST', path: `/v1/${id}/messages`, headers, body }) as const);
  const connection = await installation.connection();
  const values = ids.map((id) => [[id], [owner?.id], Date.now(), [TEXT], [null]]);
  return {
    api: () => perSecond(httpLoad({ ...loop, port, requestOf: roundRobin(requests) })),
    bare: () => perSecond(statementLoad({ ...loop, connection, text: INSERT_MESSAGES, values })),
  };
}

export const postToManyBinders = postMessage('post_message.32_clients', 32, 0.5);
export const postToOneBinder = postMessage('post_message.32_clients_one_binder', 1, 0.5);
