import assert from 'node:assert/strict';
import { test } from './support/doctor.ts';
import { startPlainProxy } from './support/plain-proxy.ts';

test.beforeEach(({ app }) => app.allowErrors(/./));

test('[SDK-38] the doctor finds headers that block: Content-Security-Policy, Permissions-Policy, COOP and COEP', {
  tag: '@slow',
}, async ({ service, serve, doctor }) => {
  const csp = (policy: string) => ({ 'content-security-policy': policy });
  const { origin } = service;
  const scripts = `script-src 'nonce-n' ${origin}`;
  assert.deepEqual(
    await doctor.codes({
      path: '/csp',
      headers: csp(`${scripts}; frame-src ${origin}; connect-src 'self' ${origin}`),
    }),
    [],
  );
  const path = `script-src 'unsafe-inline' ${origin}/sdk/service.js`;
  assert.deepEqual(await doctor.codes({ path: '/csp-script', headers: csp(path) }), ['csp_script_src']);
  assert.deepEqual(await doctor.codes({ path: '/csp-frame', headers: csp("frame-src 'self'") }), [
    'csp_frame_src',
  ]);
  const [connect] = await doctor.diagnose({ path: '/csp-connect', headers: csp("connect-src 'self'") });
  assert.deepEqual([connect?.code, connect?.severity], ['csp_connect_src', 'warning']);
  const [permissions] = await doctor.diagnose({
    path: '/permissions',
    headers: { 'permissions-policy': 'camera=(), microphone=(self), on-device-speech-recognition=()' },
  });
  assert.equal(permissions?.code, 'permissions_policy');
  assert.match(permissions?.mend ?? '', /camera=\(self "http.+"\), microphone=\(self "http/);
  assert.match(permissions?.mend ?? '', /on-device-speech-recognition=\(self "http/);
  const coop = { 'cross-origin-opener-policy': 'same-origin' };
  assert.deepEqual(await doctor.codes({ path: '/coop', headers: coop }), ['coop']);
  const coep = { ...coop, 'cross-origin-embedder-policy': 'require-corp' };
  assert.deepEqual(
    await doctor.codes({ path: '/coep', headers: coep }),
    ['coop'],
    'the frames have the header, too',
  );
  const from = await startPlainProxy(serve, service.origin, ['cross-origin-embedder-policy']);
  assert.deepEqual(await doctor.codes({ path: '/coep-dropped', headers: coep, from, isSilent: true }), [
    'coep',
    'coop',
  ]);
});
