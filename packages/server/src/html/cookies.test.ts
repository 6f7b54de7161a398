import assert from 'node:assert/strict';
import { fastify } from 'fastify';
import { test } from 'vitest';
import type { Environment } from '../environment/environment.ts';
import { pageCookies } from './cookies.ts';

const at = (baseUrl: string, name = 'production') =>
  pageCookies({ name, baseUrl: () => baseUrl } as Environment);

test('each cookie is sent once, however many there are, and by https under a name that only this host can set', async () => {
  const app = fastify();
  app.get('/', (_request, reply) => {
    const cookies = at('https://binders.example.com/v1/');
    cookies.set(reply, 'session', 'one');
    cookies.set(reply, 'device', 'two', { seconds: 60 });
    cookies.clear(reply, 'form');
    return reply.send();
  });
  const { headers } = await app.inject('/');
  assert.deepEqual(headers['set-cookie'], [
    '__Host-ringbinder-session=one; Path=/; HttpOnly; SameSite=Lax; Secure',
    '__Host-ringbinder-device=two; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    '__Host-ringbinder-form=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure',
  ]);
});

test('the cookies of the environments do not mix', async () => {
  const app = fastify();
  app.get('/', async (request) => ({
    production: at('http://127.0.0.1/v1/').read(request, 'session'),
    sandbox: at('http://127.0.0.1/sandbox/v1/', 'sandbox').read(request, 'session'),
  }));
  const cookie = 'ringbinder-session-sandbox=s; ringbinder-session=p; __Host-ringbinder-session=h';
  assert.deepEqual((await app.inject({ url: '/', headers: { cookie } })).json(), {
    production: 'p',
    sandbox: 's',
  });
});
