import { httpRequest } from '../load/index.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { compare, comparedFigures } from './compare.ts';
import { createPeerDatabase } from './database.ts';
import { startPeer } from './peer-process.ts';

const CLIENTS = 32;
const LISTED = 50;
const STORED = 1_000;
const TEXT = 'A message of an ordinary length, as people write them to each other all day long.';

interface ParseServer {
  port: number;
  appId: string;
  session: string;
  userId: string;
  rooms: string[];
}

/**
 * Posting and listing messages beside parse-server on PostgreSQL, the usual self-hosted backend on Node: there objects of
 * a class that only signed-in users may read and write, with an index for the list. 32 clients post into one binder (or
 * room), then into 32 of them, and list the newest 50 of one that holds a thousand.
 */
export const peerMessages: Measurement = {
  figures: {
    ...comparedFigures(
      'peers.post.parse_server',
      'POST message into one binder ÷ parse-server on PostgreSQL',
    ),
    ...comparedFigures(
      'peers.post_32.parse_server',
      'POST message into 32 binders ÷ parse-server on PostgreSQL',
    ),
    ...comparedFigures('peers.list.parse_server', `GET ${LISTED} messages ÷ parse-server on PostgreSQL`),
  },
  async run(bench) {
    const directory = await bench.peers();
    const connection = await createPeerDatabase(bench, 'parse');
    const peer = await startPeer<ParseServer>(directory, 'parse-server.mjs', {
      connection: { ...connection, max: CLIENTS },
      rooms: CLIENTS,
      listed: STORED,
    });
    try {
      const { rooms, userId } = peer.ready;
      const ours = await ownSides(bench);
      const author = { __type: 'Pointer', className: '_User', objectId: userId };
      const bodies = rooms.map((objectId) =>
        JSON.stringify({ room: { __type: 'Pointer', className: 'Room', objectId }, text: TEXT, author }),
      );
      const where = JSON.stringify({ room: { __type: 'Pointer', className: 'Room', objectId: rooms[0] } });
      const listPath = `/parse/classes/Message?${new URLSearchParams({ where, order: '-createdAt', limit: String(LISTED) })}`;
      const headers = {
        'x-parse-application-id': peer.ready.appId,
        'x-parse-session-token': peer.ready.session,
      };
      const json = { ...headers, 'content-type': 'application/json' };
      const posts = bodies.map((body) => httpRequest('POST', '/parse/classes/Message', json, body));
      const side = (requests: string[]) => ({
        pid: peer.pid,
        job: async () => ({ ...ours.loop, port: peer.ready.port, requests }),
      });
      return {
        ...(await compare(bench, {
          ours: ours.post,
          peers: { 'peers.post.parse_server': side(posts.slice(0, 1)) },
        })),
        ...(await compare(bench, {
          ours: ours.post32,
          peers: { 'peers.post_32.parse_server': side(posts) },
        })),
        ...(await compare(bench, {
          ours: ours.list,
          peers: { 'peers.list.parse_server': side([httpRequest('GET', listPath, headers)]) },
        })),
      };
    } finally {
      await peer.stop();
    }
  },
};

async function ownSides(bench: Bench) {
  const { installation } = bench;
  const binders = await installation.binders(CLIENTS + 1);
  const [listed = '', ...posted] = binders;
  const { pid, port } = await installation.server();
  const headers = { authorization: `Bearer ${await installation.token()}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify({ message: { text: TEXT } });
  for (let made = 0; made < STORED; made += CLIENTS)
    await Promise.all(
      Array.from({ length: Math.min(CLIENTS, STORED - made) }, () =>
        installation.call('POST', `/${listed}/messages`, { message: { text: TEXT } }),
      ),
    );
  const loop = { kind: 'http', clients: CLIENTS, milliseconds: roundMs(bench, 1_500) } as const;
  const side = (requests: string[]) => ({ pid, job: async () => ({ ...loop, port, requests }) });
  const posts = posted.map((id) => httpRequest('POST', `/v1/${id}/messages`, json, body));
  return {
    loop,
    post: side(posts.slice(0, 1)),
    post32: side(posts),
    list: side([httpRequest('GET', `/v1/${listed}/messages?limit=${LISTED}`, headers)]),
  };
}
