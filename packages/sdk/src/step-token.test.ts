import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withStepToken } from './step-token.ts';

test('[SDK-34] a transaction names the option that is missing', () => {
  assert.throws(() => withStepToken({} as never), /^\w*Error: .*needs the token of a step link$/);
  assert.throws(() => withStepToken({ token: 't', iframe: false }), /needs iframe$/);
  assert.equal(withStepToken({ token: 't' }).access_token, 't');
});
