import { jsonHeaders } from '../installation.ts';
import { type LoadRequest, roundRobin } from '../load/http-load.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { compare, comparedFigures, type Side } from './compare.ts';
import { createPeerDatabase, startPeer } from './install.ts';

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

interface Requests {
  posts: LoadRequest[];
  list: LoadRequest;
}

/**
 * Compares our server with parse-server on PostgreSQL. 32 clients post into one room, then into 32, and list
 * the newest 50 of a thousand messages.
 */
export const peerMessages: Measurement = {
  figures: {
    ...comparedFigures(
      'peers.post.parse_server',
      'POST message into one binder ÷ parse-server on PostgreSQL',
      5,
    ),
    ...comparedFigures(
      'peers.post_32.parse_server',
      'POST message into 32 binders ÷ parse-server on PostgreSQL',
      5,
    ),
    ...comparedFigures('peers.list.parse_server', `GET ${LISTED} messages ÷ parse-server on PostgreSQL`, 5),
  },
  async run(bench) {
    const connection = await createPeerDatabase(bench, 'parse');
    const peer = await startPeer<ParseServer>(await bench.peers(), 'parse-server.mjs', {
      connection: { ...connection, max: CLIENTS },
      rooms: CLIENTS,
      listed: STORED,
    });
    try {
      const ours = await ownRequests(bench);
      const theirs = requestsOf(peer.ready);
      const { pid, port } = await bench.installation.server();
      const loop = { clients: CLIENTS, milliseconds: roundMs(bench, 1_500) };
      const side = (of: { pid: number; port: number }, requests: LoadRequest[]): Side => ({
        pid: of.pid,
        load: async () => ({ ...loop, port: of.port, requestOf: roundRobin(requests) }),
      });
      const both = (name: string, choose: (requests: Requests) => LoadRequest[]) =>
        compare(bench, side({ pid, port }, choose(ours)), {
          [name]: side({ pid: peer.pid, port: peer.ready.port }, choose(theirs)),
        });
      return {
        ...(await both('peers.post.parse_server', ({ posts }) => posts.slice(0, 1))),
        ...(await both('peers.post_32.parse_server', ({ posts }) => posts)),
        ...(await both('peers.list.parse_server', ({ list }) => [list])),
      };
    } finally {
      await peer.stop();
    }
  },
};

function requestsOf({ appId, session, userId, rooms }: ParseServer): Requests {
  const pointer = (className: string, objectId = '') => ({ __type: 'Pointer', className, objectId });
  const headers = { 'x-parse-application-id': appId, 'x-parse-session-token': session };
  const author = pointer('_User', userId);
  const where = JSON.stringify({ room: pointer('Room', rooms[0]) });
  const query = new URLSearchParams({ where, order: '-createdAt', limit: String(LISTED) });
  return {
    posts: rooms.map((id) => ({
      method: 'POST',
      path: '/parse/classes/Message',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ room: pointer('Room', id), text: TEXT, author }),
    })),
    list: { path: `/parse/classes/Message?${query}`, headers },
  };
}

async function ownRequests({ installation }: Bench): Promise<Requests> {
  const [listed = '', ...posted] = await installation.binders(CLIENTS + 1);
  const headers = jsonHeaders(await installation.token());
  const message = { message: { text: TEXT } };
  for (let stored = 0; stored < STORED; stored += CLIENTS)
    await Promise.all(
      Array.from({ length: Math.min(CLIENTS, STORED - stored) }, () =>
        installation.call('POST', `/${listed}/messages`, message),
      ),
    );
  const body = JSON.stringify(message);
  return {
    posts: posted.map((id) => ({ method: 'POST', path: `/v1/${id}/messages`, headers, body })),
    list: {
      path: `/v1/${listed}/messages?limit=${LISTED}`,
      headers: { authorization: headers.authorization },
    },
  };
}
