import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { GUIDES, pathOfGuide } from './contents.ts';
import { renderDocument } from './markdown.ts';

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.origin + path, { headers, redirect: 'manual' });

test('[OPS-15] every guide is a page, sent again only when it has changed', async () => {
  const names = globSync('docs/guides/*.md').map((file) => file.replace(/^.*\//, '').replace(/\.md$/, ''));
  for (const name of names.filter((each) => each !== 'README'))
    assert.ok(
      GUIDES.some((guide) => guide.name === name),
      `${name} is in the list`,
    );
  for (const guide of GUIDES) {
    const answer = await get(pathOfGuide(guide));
    assert.equal(answer.status, 200, guide.file);
    assert.match(
      answer.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; script-src 'self';/,
    );
    const page = await answer.text();
    assert.match(page, /<title>[^<]{4,} · Ringbinder<\/title>/);
    assert.equal(page.match(/<h1/g)?.length, 1, guide.file);
    assert.doesNotMatch(page, /<!--|&lt;!--|sh run|```| style="| on\w+="/, guide.file);
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await get(pathOfGuide(guide), { 'if-none-match': etag })).status, 304);
  }
});

test('[OPS-15] every link of every guide to this server leads somewhere, and every anchor is there', async () => {
  const pages = new Map<string, string>();
  const read = async (path: string): Promise<string> => {
    const existingPage = pages.get(path);
    if (existingPage !== undefined) return existingPage;
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    const text = answer.headers.get('content-type')?.startsWith('text/') ? await answer.text() : '';
    pages.set(path, text);
    return text;
  };
  let followed = 0;
  for (const guide of GUIDES) {
    const page = await read(pathOfGuide(guide));
    for (const [, address = ''] of page.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(https|mailto):/.test(address)) continue;
      const { pathname, hash } = new URL(address, service.origin + pathOfGuide(guide));
      assert.ok(address.startsWith('/') || address.startsWith('#'), `${guide.file}: ${address}`);
      const target = await read(pathname);
      if (hash && pathname !== '/docs')
        assert.ok(target.includes(`id="${hash.slice(1)}"`), `${guide.file} has a link to ${address}`);
      followed += 1;
    }
  }
  assert.ok(followed > 500, `${followed} links`);
});

test('[OPS-15] nothing but the guides is served: other names and paths that climb are 404', async () => {
  for (const path of [
    '/docs/guides/nothing',
    '/docs/guides/README',
    '/docs/guides/bots.md',
    '/docs/guides/..%2f..%2fpackage.json',
    '/docs/guides/%2e%2e/%2e%2e/package.json',
    '/docs/guides/..%5c..%5cpackage.json',
    '/docs/guides/code/demo.sh',
    '/docs/guides/bots%00',
    '/docs/guides/constructor',
    '/docs/images/nothing.png',
    '/docs/images/..%2f..%2fREADME.md',
  ]) {
    const { status } = await get(path, { accept: 'text/html' });
    assert.equal(status, 404, path);
  }
});

test('[OPS-15] comments are left out, HTML is text, and what a command answers is set apart', () => {
  const { title, content } = renderDocument(
    `# A <b>title</b> & more
<!-- press "Allow", see "Done" -->

Text <script>alert(1)</script> and [a link](javascript:alert(1)) <!-- aside -->.

<div onclick="x">block</div>

\`\`\`sh run
echo "<one>"
#> <one>
\`\`\`

[kit](../../packages/bot-kit) and [more](../decisions/app.md)

## \`sh\` & co: a–b

[x](#sh--co-ab)
`,
    'docs/guides/made.md',
  );
  assert.equal(title, 'A <b>title</b> & more');
  assert.doesNotMatch(content.text, /press|aside|<script|<div onclick|href="javascript|sh run/);
  assert.match(content.text, /&lt;script&gt;alert/);
  assert.match(
    content.text,
    /<code>echo &quot;&lt;one&gt;&quot;<\/code><\/pre><pre class="answer"[^>]*><samp>#&gt; &lt;one&gt;/,
  );
  assert.match(
    content.text,
    /<a href="\/docs\/guides\/bot-kit">kit<\/a> and more \(<code>docs\/decisions\/app.md<\/code>\)/,
  );
  assert.match(content.text, /<h2 id="sh--co-ab">/);
});

test('[OPS-15] the search finds sections by their words, and each result leads to its section', async () => {
  const search = async (query: string) =>
    (await get(`/docs/guides/search?q=${encodeURIComponent(query)}`)).text();
  const hrefsOf = (page: string) =>
    [...page.matchAll(/<li><a href="(\/docs\/guides[^"]*#[^"]+)">/g)].map(([, href = '']) => href);
  assert.equal(hrefsOf(await search('refresh token'))[0]?.split('#')[0], '/docs/guides/refresh-and-revoke');
  assert.equal(hrefsOf(await search('refrsh'))[0], hrefsOf(await search('refresh'))[0], 'a typing mistake');
  for (const query of ['client_secret', 'webhook', 'annotations', 'nginx']) {
    const page = await search(query);
    assert.ok(hrefsOf(page).length > 0, query);
    assert.match(page, /<mark>/);
    for (const href of hrefsOf(page)) {
      const [path = '', anchor] = href.split('#');
      assert.ok((await (await get(path)).text()).includes(`id="${anchor}"`), href);
    }
  }
  assert.match(await search('<script>alert(1)'), /No guide contains “&lt;script&gt;alert\(1\)”/);
  assert.match(await search(''), /Type one or more words/);
  assert.equal((await get(`/docs/guides/search?q=${'x'.repeat(201)}`)).status, 400);
});
