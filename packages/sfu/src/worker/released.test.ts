import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../testing/released-process.ts', import.meta.url));

test('[MEET-33] what a closed connection held is given back, with the packets that were kept to be sent again', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', PROGRAM, String(port)]);
  assert.deepEqual(JSON.parse(stdout), { opened: 12, held: 0 });
});
