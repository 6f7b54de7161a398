import { readConfig } from '../../packages/server/src/config/config.ts';
import { startFamily } from '../../packages/server/src/features/oauth/index.ts';
import { systemClock } from '../../packages/server/src/time/clock.ts';
import type { Child } from '../child.ts';
import { uniqueIdForm } from '../installation.ts';
import { refreshRequest, roundRobin } from '../load/http-load.ts';
import { type Bench, type Measurement, roundMs } from '../measurement.ts';
import { compare, comparedFigures, type Side } from './compare.ts';
import { createPeerDatabase, startPeer } from './install.ts';

const CLIENTS = 32;
const PATH = '/v1/oauth/token';
const PEER_PATH = '/token';
const CREDENTIALS = { id: 'measured', secret: 'measured-secret-of-an-ordinary-length-4711' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

interface TokenServer {
  port: number;
  refreshTokens: string[];
}
type Peer = Child & { ready: TokenServer };
type Peers = Record<'memory' | 'postgresql', Peer>;

/**
 * Compares our server with oidc-provider in memory and on PostgreSQL. All rotate refresh tokens. Ours issues
 * tokens by the unique-identifier grant, the others by client credentials.
 */
export const peerTokens: Measurement = {
  figures: {
    ...comparedFigures('peers.refresh.oidc_memory', 'refresh grant ÷ oidc-provider in memory', 0.7),
    ...comparedFigures('peers.refresh.oidc_postgresql', 'refresh grant ÷ oidc-provider on PostgreSQL', 1),
    ...comparedFigures(
      'peers.unique_id.oidc_memory',
      'unique-identifier grant ÷ client credentials of oidc-provider in memory',
      0.7,
    ),
    ...comparedFigures(
      'peers.unique_id.oidc_postgresql',
      'unique-identifier grant ÷ client credentials of oidc-provider on PostgreSQL',
      1,
    ),
  },
  async run(bench) {
    const directory = await bench.peers();
    const connection = { ...(await createPeerDatabase(bench, 'oidc')), max: CLIENTS };
    await using cleanUp = new AsyncDisposableStack();
    const start = async (database: object | null): Promise<Peer> => {
      const work = { client: CREDENTIALS, clients: CLIENTS, connection: database };
      const peer = await startPeer<TokenServer>(directory, 'oidc-server.mjs', work);
      cleanUp.defer(() => peer.stop());
      return peer;
    };
    const peers = { memory: await start(null), postgresql: await start(connection) };
    return { ...(await refresh(bench, peers)), ...(await uniqueId(bench, peers)) };
  },
};

interface Refresh {
  pid: number;
  port: number;
  path: string;
  form: string;
  issue(): Promise<string[]>;
}

async function refresh(bench: Bench, { memory, postgresql }: Peers): Promise<Record<string, number>> {
  const { pid, port } = await bench.installation.server();
  const { client } = await bench.installation.demo();
  const sideOf = ({ pid, port, path, form, issue }: Refresh): Side => ({
    pid,
    async load() {
      const tokens = await issue();
      const requestOf = (each: number) => refreshRequest(path, form, tokens[each] ?? '');
      return { port, clients: CLIENTS, milliseconds: roundMs(bench, 1_500), requestOf };
    },
  });
  const ofPeer = ({ pid, ready, ask }: Peer) =>
    sideOf({
      pid,
      port: ready.port,
      path: PEER_PATH,
      form: formOf(CREDENTIALS, 'refresh_token'),
      issue: async () => (await ask<TokenServer>({ issue: CLIENTS })).refreshTokens,
    });
  const form = formOf({ id: client.client_id, secret: client.client_secret }, 'refresh_token');
  return compare(bench, sideOf({ pid, port, path: PATH, form, issue: () => startFamilies(bench) }), {
    'peers.refresh.oidc_memory': ofPeer(memory),
    'peers.refresh.oidc_postgresql': ofPeer(postgresql),
  });
}

async function startFamilies({ installation }: Bench): Promise<string[]> {
  const { client, users } = await installation.demo();
  return installation.withDatabase(async (db) => {
    const env = { db, clock: systemClock, config: readConfig({}) };
    const tokens: string[] = [];
    for (let index = 0; index < CLIENTS; index++) {
      const family = { clientId: client.client_id, userId: users[0]?.id ?? '', scope: 'read write' };
      tokens.push((await startFamily(env, family)).refresh_token ?? '');
    }
    return tokens;
  });
}

async function uniqueId(bench: Bench, { memory, postgresql }: Peers): Promise<Record<string, number>> {
  const { pid, port } = await bench.installation.server();
  const demo = await bench.installation.demo();
  const loop = { clients: CLIENTS, milliseconds: roundMs(bench, 1_500) };
  const sideOf = (of: { pid: number; port: number; path: string }, forms: () => string[]): Side => ({
    pid: of.pid,
    async load() {
      const request = { method: 'POST', path: of.path, headers: FORM_HEADERS } as const;
      const requestOf = roundRobin(forms().map((body) => ({ ...request, body })));
      return { ...loop, port: of.port, requestOf };
    },
  });
  const ofPeer = ({ pid, ready }: Peer) =>
    sideOf({ pid, port: ready.port, path: PEER_PATH }, () => [
      `${formOf(CREDENTIALS, 'client_credentials')}&scope=read+write`,
    ]);
  const ownForms = () => demo.users.map((user) => uniqueIdForm(demo, user.unique_id));
  return compare(bench, sideOf({ pid, port, path: PATH }, ownForms), {
    'peers.unique_id.oidc_memory': ofPeer(memory),
    'peers.unique_id.oidc_postgresql': ofPeer(postgresql),
  });
}

function formOf({ id, secret }: { id: string; secret: string }, grant: string): string {
  return new URLSearchParams({ client_id: id, client_secret: secret, grant_type: grant }).toString();
}
