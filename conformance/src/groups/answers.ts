import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { type ErrorBody, errorCodes } from '../expect.ts';
import type { Trial } from '../trial.ts';

const test = checks('answers');

test('[HTTP-22] every answer carries X-Request-Id', async (t) => {
  const ids = new Set<string>();
  for (const answer of inEnvironment(t)) {
    assert.ok(Boolean(answer.requestId), 'a header X-Request-Id');
    assert.ok(!ids.has(answer.requestId ?? ''), 'a request id that no other request had');
    ids.add(answer.requestId ?? '');
  }
});

test('[ERR-12] [ERR-1] every refusal carries the code of its status', async (t) => {
  const withBody = inEnvironment(t).filter(({ method }) => method !== 'HEAD');
  for (const answer of withBody.filter(({ status }) => status >= 400 && status !== 416)) {
    const { code, message } = (answer.json ?? {}) as Partial<ErrorBody>;
    assert.deepEqual([code, typeof message], [errorCodes[answer.status], 'string']);
  }
});

test('[AUTH-5] every 401 carries WWW-Authenticate', async (t) => {
  for (const answer of inEnvironment(t).filter(({ status }) => status === 401)) {
    const challenge = answer.headers.get('www-authenticate') ?? '';
    // To rejected Basic authorization, the server may respond with a Basic challenge.
    const allowed = answer.path.startsWith('/oauth/') ? /^(Bearer|Basic)\b/ : /^Bearer\b/;
    assert.ok(allowed.test(challenge), 'WWW-Authenticate: Bearer');
  }
});

test('[ERR-17] no answer is 500 or above', async (t) => {
  for (const answer of t.answers) assert.ok(answer.status < 500, 'a status below 500');
});

function inEnvironment(t: Trial): Answer[] {
  return t.answers.filter(({ path }) => !/^https?:/.test(path));
}
