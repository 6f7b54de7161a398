import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type MediaEngine } from '../../index.ts';
import { createUploadFolder, type UploadFolder } from '../../testing/fixtures.ts';

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

const inspect = async (content: string, fileName = 'link.url') =>
  engine.inspect(await uploads.put(content), { fileName });
const windows = (address: string) =>
  `[InternetShortcut]\r\nURL=${address}\r\nIconFile=http://other.example/\r\n`;
const mac = (address: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict><key>URL</key><string>${address}</string></dict></plist>\n`;

test('[FILE-10] a shortcut of Windows or macOS is a page that leads to its address', async () => {
  const page = { ok: true, pageType: 'PAGE_TYPE_URL', pages: [{ width: 640, height: 360 }] };
  assert.deepEqual(await inspect(windows('https://example.com/a?b=1#c')), {
    ...page,
    mimeType: 'application/internet-shortcut',
    url: 'https://example.com/a?b=1#c',
  });
  assert.deepEqual(await inspect(mac('http://example.com/?a=1&amp;b=2'), 'link.webloc'), {
    ...page,
    mimeType: 'application/x-webloc',
    url: 'http://example.com/?a=1&b=2',
  });
});

test('[FILE-10] a shortcut that leads to anything but http or https is refused', async () => {
  const refused = { ok: false, reason: 'the shortcut has no http or https address', kind: 'invalid' };
  for (const address of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'file://server/share',
    'ftp://example.com/',
    'vbscript:x',
    'mailto:a@example.com',
    '//example.com',
    'example.com',
    '',
    'http://',
    'https://[',
    `https://example.com/${'x'.repeat(5_000)}`,
  ]) {
    assert.deepEqual(await inspect(windows(address)), refused, address);
    assert.deepEqual(await inspect(mac(address.replace(/</g, '&lt;'))), refused, address);
  }
  assert.deepEqual(await inspect('[InternetShortcut]\r\nIconIndex=0\r\n'), refused);
});

test('[FILE-10] the address is that of the section InternetShortcut, wherever it stands', async () => {
  const sections = {
    'after the properties of the shell': '[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n',
    'in quotes': '[InternetShortcut]\r\nURL="https://example.com/"\r\n',
    'after another address': '[DEFAULT]\r\nBASEURL=https://base.example/\r\nURL=https://other.example/\r\n',
    'after a comment': '; saved by a browser\r\n\r\n',
  };
  for (const [what, before] of Object.entries(sections)) {
    const visibleAddress = await inspect(
      `${before}${windows('https://example.com/')}[Other]\r\nURL=https://later.example/\r\n`,
    );
    assert.equal(visibleAddress.ok && visibleAddress.url, 'https://example.com/', what);
  }
  const utf16 = Buffer.from(`\ufeff${windows('https://example.com/ü')}`, 'utf16le');
  const inspection = await engine.inspect(await uploads.put(utf16), { fileName: 'link.url' });
  assert.equal(inspection.ok && inspection.url, 'https://example.com/%C3%BC');
});

test('[FILE-10] the address is written as a browser would', async () => {
  const visibleAddress = await inspect(windows(' HTTPS://EXAMPLE.com/ü "<b>" '));
  assert.equal(visibleAddress.ok && visibleAddress.url, 'https://example.com/%C3%BC%20%22%3Cb%3E%22');
});

test('[FILE-10] a binary shortcut of macOS is a page that leads to its address', async () => {
  const plist = (hex: string) => Buffer.from(`62706c6973743030${hex}`, 'hex');
  const open = async (bytes: Buffer) => engine.inspect(await uploads.put(bytes), { fileName: 'link.webloc' });
  const visibleAddress = await open(
    plist(
      'd101025355524c6f101500680074007400700073003a002f002f006500780061006d0070006c0065002e0063006f006d002f00fc080b0f000000000000010100000000000000030000000000000000000000000000003c',
    ),
  );
  assert.ok(visibleAddress.ok);
  assert.deepEqual(
    [visibleAddress.pageType, visibleAddress.url],
    ['PAGE_TYPE_URL', 'https://example.com/%C3%BC'],
  );
  const script = await open(
    plist(
      'd101025355524c5f10136a6176617363726970743a616c657274283129080b0f0000000000000101000000000000000300000000000000000000000000000025',
    ),
  );
  assert.equal(script.ok, false);
  const settings = await open(
    plist('d10102544e616d655178080b100000000000000101000000000000000300000000000000000000000000000012'),
  );
  assert.deepEqual(settings, { ok: true, mimeType: 'application/octet-stream', pageType: null, pages: [] });
  for (const hex of ['', 'd1', 'ff'.repeat(40)]) assert.ok((await open(plist(hex))).ok, hex);
});
