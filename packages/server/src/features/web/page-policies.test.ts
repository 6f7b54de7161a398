import assert from 'node:assert/strict';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';

function plainPaths(): string[] {
  const paths: string[] = [];
  const printed = service.routes();
  const stack: string[] = [];
  for (const line of printed.split('\n')) {
    const match = /^([│├└─\s]*)(\S*) ?\(?([A-Z, ]*)\)?/.exec(line);
    if (!match) continue;
    const depth = Math.round((match[1] ?? '').length / 4);
    stack.length = Math.max(0, depth - 1);
    stack.push(match[2] ?? '');
    if (match[3]?.includes('GET')) paths.push(stack.join(''));
  }
  return paths.filter((path) => path.startsWith('/') && !/[:*]/.test(path));
}
function directives(policy: string): Map<string, string> {
  return new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  );
}

const FRAMED_ANYWHERE = new Set(['/embed/doctor', '/embed/chat']);
const MORE = ['/app', '/app/binders', '/admin/people', '/embed/chat', '/docs/guides/unknown', '/unknown'];

test('every page has a policy for scripts, forms, frames and its base, and is taken for nothing else', async () => {
  const seen: string[] = [];
  for (const path of [...plainPaths(), ...MORE]) {
    const { headers, status, body } = await fetch(`${service.origin}${path}`, { redirect: 'manual' });
    await body?.cancel();
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    seen.push(path);
    const policy = directives(headers.get('content-security-policy') ?? '');
    const what = `${path}, ${status}`;
    assert.equal(policy.get('default-src'), "'none'", what);
    assert.equal(policy.get('base-uri'), "'none'", what);
    assert.match(policy.get('form-action') ?? 'missing', /^'(self|none)'( https?:\S*)*$/, what);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
    assert.doesNotMatch(policy.get('script-src') ?? '', /unsafe|\*|http/, what);
    const framing = policy.get('frame-ancestors');
    if (FRAMED_ANYWHERE.has(path)) assert.equal(framing, '*', what);
    else assert.equal(framing, "'none'", what);
  }
  for (const page of ['/sign-in', '/setup', '/meet', '/view', '/approval', '/docs', '/docs/guides'])
    assert.ok(seen.includes(page), `${page} was looked at`);
});
