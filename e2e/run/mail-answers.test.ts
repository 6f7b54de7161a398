import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { DOMAIN, sendAnswer } from '@ringbinder/server/features/mail-answers/testing/answers.ts';
import { freePort } from '@ringbinder/testkit/free-port.ts';
import { afterAll, test } from 'vitest';
import { emptyDirectory, removeDirectories } from './directories.ts';
import { killServers, startRingbinder } from './ringbinder.ts';

afterAll(async () => {
  await killServers();
  await removeDirectories();
});

test('[ANSWER-8] [ANSWER-12] [ANSWER-13] a server with INBOUND_MAIL receives mails until it stops', async () => {
  const port = await freePort();
  const server = await startRingbinder(await emptyDirectory(), {
    INBOUND_MAIL: `smtp://127.0.0.1:${port}`,
    INBOUND_MAIL_DOMAIN: DOMAIN,
    SMTP_URL: 'smtp://127.0.0.1:1',
  });
  const to = `reply+p1-${'0'.repeat(32)}@${DOMAIN}`;
  assert.equal(await sendAnswer(port, { from: 'ann@test.example', to, text: 'Yes' }), 550);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  assert.match(metrics, /^mail_answers_total\{outcome="unknown_address"\} 1$/m);
  assert.equal((await server.stop()).code, 0);
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
});
