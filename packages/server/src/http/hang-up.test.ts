import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';

async function open(text: string) {
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test('[ERR-13] whoever asks for CONNECT and hangs up at once does not end the process', async () => {
  for (let count = 0; count < 50; count++) {
    const socket = await open('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    if (count % 2 === 1) await once(socket, 'data');
    socket.resetAndDestroy();
  }
  const answer = await fetch(`${service.origin}/healthz`);
  assert.equal(answer.status, 200);
});

test('[ERR-13] whoever asks for CONNECT and does not hang up is hung up on', async () => {
  const socket = connect({ port: Number(new URL(service.origin).port), allowHalfOpen: true });
  socket.resume();
  let isOver = false;
  socket.on('error', () => {
    isOver = true;
  });
  socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'end');
  const writing = setInterval(() => socket.write('x'), 10);
  await until('the connection is closed', () => isOver);
  clearInterval(writing);
  socket.destroy();
});
