import assert from 'node:assert/strict';
import { vi } from 'vitest';
import { createConnection } from '../../connection/connection.ts';
import type { ConnectionState } from '../../connection/connection-state.ts';
import { createFakeServer } from './fake-server.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));
export const turns = async (count = 6) => {
  for (let each = 0; each < count; each++) await turn();
};

export function connect({
  server = createFakeServer(),
  token = async (_refused?: string) => 'T1',
  random = () => 0.5,
} = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
  const states: ConnectionState[] = [];
  const connection = createConnection({
    address: 'ws://fake.test/v1/realtime',
    token,
    openSocket: server.openSocket,
    random,
    now: Date.now,
    onState: (state) => void states.push(state),
    onFrame: () => undefined,
  });
  const names = () => states.map(({ status }) => status).join(' ');
  return { server, connection, states, names };
}

export const isOffline = (state: ConnectionState) => {
  assert.equal(state.status, 'offline');
  return state.status === 'offline' ? state : assert.fail();
};
