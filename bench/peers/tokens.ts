import { uniqueIdForm } from '../installation.ts';
import { httpRequest } from '../load/index.ts';
import { type Bench, type Figure, type Measurement, roundMs } from '../measurement.ts';
import { newFamilies } from '../measurements/tokens.ts';
import { compare, comparedFigures, type Side } from './compare.ts';
import { createPeerDatabase } from './database.ts';
import { type PeerProcess, startPeer } from './peer-process.ts';

const CLIENTS = 32;
const PATH = '/v1/oauth/token';
const CREDENTIALS = { id: 'measured', secret: 'measured-secret-of-an-ordinary-length-4711' };
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

interface TokenServer {
  port: number;
  refreshTokens: string[];
}

/**
 * The token endpoint beside that of oidc-provider, in memory and on PostgreSQL: rotating a refresh token on all sides,
 * and what needs no refresh token (here the unique-identifier grant, there client credentials). Its adapter for
 * PostgreSQL is the one its documentation describes, a prepared statement for each operation.
 */
export const peerTokens: Measurement = {
  figures: {
    ...comparedFigures('peers.refresh.oidc_memory', 'refresh grant ÷ oidc-provider in memory'),
    ...comparedFigures('peers.refresh.oidc_postgresql', 'refresh grant ÷ oidc-provider on PostgreSQL'),
    ...comparedFigures(
      'peers.unique_id.oidc_memory',
      'unique-identifier grant ÷ client credentials of oidc-provider in memory',
    ),
    ...comparedFigures(
      'peers.unique_id.oidc_postgresql',
      'unique-identifier grant ÷ client credentials of oidc-provider on PostgreSQL',
    ),
  },
  async run(bench) {
    const directory = await bench.peers();
    const connection = await createPeerDatabase(bench, 'oidc');
    const work = { client: CREDENTIALS, clients: CLIENTS };
    await using cleanUp = new AsyncDisposableStack();
    const start = async (database: object | null) => {
      const peer = await startPeer<TokenServer>(directory, 'oidc-server.mjs', {
        ...work,
        connection: database,
      });
      cleanUp.defer(() => peer.stop());
      return peer;
    };
    const memory = await start(null);
    const postgresql = await start({ ...connection, max: CLIENTS });
    return {
      ...(await refresh(bench, { memory, postgresql })),
      ...(await uniqueId(bench, { memory, postgresql })),
    };
  },
};

type Peers = Record<'memory' | 'postgresql', PeerProcess<TokenServer>>;

async function refresh(bench: Bench, { memory, postgresql }: Peers): Promise<Record<string, Figure>> {
  const { pid, port } = await bench.installation.server();
  const { client, users } = await bench.installation.demo();
  const milliseconds = roundMs(bench, 1_500);
  const ours: Side = {
    pid,
    job: async () => ({
      kind: 'refresh',
      port,
      path: PATH,
      clients: CLIENTS,
      milliseconds,
      form: formOf({ id: client.client_id, secret: client.client_secret }, 'refresh_token'),
      refreshTokens: await newFamilies(bench, client.client_id, users[0]?.id ?? ''),
    }),
  };
  return compare(bench, {
    ours,
    peers: {
      'peers.refresh.oidc_memory': refreshOf(bench, memory),
      'peers.refresh.oidc_postgresql': refreshOf(bench, postgresql),
    },
  });
}

function refreshOf(bench: Bench, { pid, ready, ask }: PeerProcess<TokenServer>): Side {
  const job = {
    kind: 'refresh',
    port: ready.port,
    path: '/token',
    clients: CLIENTS,
    milliseconds: roundMs(bench, 1_500),
    form: formOf(CREDENTIALS, 'refresh_token'),
  } as const;
  return {
    pid,
    job: async () => ({ ...job, ...(await ask<Pick<TokenServer, 'refreshTokens'>>({ issue: CLIENTS })) }),
  };
}

async function uniqueId(bench: Bench, { memory, postgresql }: Peers): Promise<Record<string, Figure>> {
  const { pid, port } = await bench.installation.server();
  const demo = await bench.installation.demo();
  const loop = { kind: 'http', clients: CLIENTS, milliseconds: roundMs(bench, 1_500) } as const;
  const requestsOf = (path: string, forms: string[]) =>
    forms.map((form) => httpRequest('POST', path, FORM_HEADERS, form));
  const ours: Side = {
    pid,
    job: async () => ({
      ...loop,
      port,
      requests: requestsOf(
        PATH,
        demo.users.map((user) => uniqueIdForm(demo, user.unique_id)),
      ),
    }),
  };
  const ofPeer = (peer: PeerProcess<TokenServer>): Side => ({
    pid: peer.pid,
    job: async () => ({
      ...loop,
      port: peer.ready.port,
      requests: requestsOf('/token', [`${formOf(CREDENTIALS, 'client_credentials')}&scope=read+write`]),
    }),
  });
  return compare(bench, {
    ours,
    peers: {
      'peers.unique_id.oidc_memory': ofPeer(memory),
      'peers.unique_id.oidc_postgresql': ofPeer(postgresql),
    },
  });
}

function formOf({ id, secret }: { id: string; secret: string }, grant: string): string {
  return new URLSearchParams({ client_id: id, client_secret: secret, grant_type: grant }).toString();
}
