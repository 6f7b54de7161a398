import assert from 'node:assert/strict';
import { afterAll, test } from 'vitest';
import { createUploadFolder, makeBmp, makeImage, makePdf, truncated } from '../testing/fixtures.ts';
import { sniffType } from './sniff.ts';
import { sourceFile } from './source-file.ts';

const uploads = await createUploadFolder();
afterAll(() => uploads.remove());

async function typeOf(bytes: Uint8Array | string, fileName = 'upload'): Promise<string> {
  return sniffType(await sourceFile(await uploads.put(bytes), fileName));
}

const pdf = makePdf();
const jpeg = await makeImage({ format: 'jpeg', width: 40, height: 20 });
const tiff = await makeImage({ format: 'tiff', width: 40, height: 20 });

const SVG_DOCUMENT = `<?xml version="1.0"?>
<!-- drawn by hand --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY a "b">]>
<svg xmlns="http://www.w3.org/2000/svg"/>`;

const CASES: { what: string; bytes: Uint8Array | string; name?: string; type: string }[] = [
  { what: 'a PDF', bytes: pdf, type: 'application/pdf' },
  { what: 'a PDF that is called a picture', bytes: pdf, name: 'photo.png', type: 'application/pdf' },
  { what: 'a PDF behind 500 lines of mail', bytes: behind('X-Mail: y\n', 500), type: 'application/pdf' },
  { what: 'a PDF behind 500 bytes of anything', bytes: behind('\x01', 500), type: 'application/pdf' },
  { what: 'a PDF behind 2,000 bytes', bytes: behind('\x01', 2000), type: 'application/octet-stream' },
  { what: 'a text about PDF', bytes: 'It begins with %PDF-1.7 and has a startxref.', type: 'text/plain' },
  { what: 'a JPEG', bytes: jpeg, name: 'a.html', type: 'image/jpeg' },
  { what: 'a JPEG with HTML behind it', bytes: polyglot(), name: 'a.html', type: 'image/jpeg' },
  { what: 'a TIFF that is cut off', bytes: truncated(tiff, 0.5), type: 'image/tiff' },
  { what: 'a BMP', bytes: makeBmp(), type: 'image/bmp' },
  { what: 'a text that begins like a BMP', bytes: 'BMW is a car maker', type: 'text/plain' },
  { what: 'a text that begins like an STL', bytes: 'solid state disks', type: 'text/plain' },
  { what: 'a text that begins like a GIF', bytes: 'GIF89a is a format', type: 'text/plain' },
  { what: 'text', bytes: 'Grüße, Привет, 你好\n', type: 'text/plain' },
  { what: 'text with a byte order mark', bytes: '\ufeffhello', type: 'text/plain' },
  { what: 'text that is called a program', bytes: 'MZ', name: 'a.exe', type: 'text/plain' },
  { what: 'Markdown', bytes: '# Title', name: 'README.MD', type: 'text/markdown' },
  { what: 'Markdown that begins with HTML', bytes: '<h1>x</h1>', name: 'a.md', type: 'text/markdown' },
  { what: 'an HTML document called Markdown', bytes: '<!doctype html><p>', name: 'a.md', type: 'text/html' },
  { what: 'HTML without a head', bytes: ' <script>alert(1)</script>', name: 'a.txt', type: 'text/html' },
  { what: 'XHTML', bytes: '<?xml version="1.0"?><html/>', type: 'application/xhtml+xml' },
  { what: 'SVG', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>', name: 'a.txt', type: 'image/svg+xml' },
  { what: 'SVG with everything that may precede it', bytes: SVG_DOCUMENT, type: 'image/svg+xml' },
  { what: 'XML', bytes: '<?xml version="1.0"?><feed/>', type: 'application/xml' },
  {
    what: 'a shortcut',
    bytes: '[InternetShortcut]\r\nURL=https://a.example/',
    type: 'application/internet-shortcut',
  },
  { what: 'a calendar', bytes: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', type: 'text/calendar' },
  { what: 'a WAV', bytes: wav(), name: 'a.txt', type: 'audio/wav' },
  { what: 'the beginning of a ZIP', bytes: Buffer.from([80, 75, 3, 4, 0, 255]), type: 'application/zip' },
  { what: 'zeros', bytes: Buffer.alloc(64), name: 'a.txt', type: 'application/octet-stream' },
  { what: 'Latin-1', bytes: Buffer.from('caf\xe9', 'latin1'), type: 'text/plain; charset=windows-1252' },
  {
    what: 'UTF-16',
    bytes: Buffer.from('\ufeffhello', 'utf16le'),
    name: 'a.md',
    type: 'text/markdown; charset=utf-16le',
  },
  {
    what: 'HTML in UTF-16',
    bytes: Buffer.from('\ufeff<!doctype html><p>', 'utf16le'),
    type: 'text/html; charset=utf-16le',
  },
  {
    what: 'a shortcut with another section first',
    bytes:
      '[{000214A0-0000-0000-C000-000000000046}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nURL=https://a.example/',
    type: 'application/internet-shortcut',
  },
  {
    what: 'a text about shortcuts',
    bytes: 'A shortcut begins with\n[InternetShortcut]\nURL=https://a.example/',
    type: 'text/plain',
  },
  { what: 'settings', bytes: '[general]\nname=x\n', name: 'a.ini', type: 'text/plain' },
];

for (const { what, bytes, name, type } of CASES) {
  test(`[FILE-5] ${what} is ${type}`, async () => {
    assert.equal(await typeOf(bytes, name), type);
  });
}

test('a text whose last character lies on the edge of what is read is text', async () => {
  assert.equal(await typeOf(`${'x'.repeat(4095)}é${'x'.repeat(100)}`), 'text/plain');
});

function behind(junk: string, bytes: number): Buffer {
  return Buffer.concat([Buffer.alloc(bytes, junk, 'latin1'), pdf]);
}

function polyglot(): Buffer {
  return Buffer.concat([jpeg, Buffer.from('<html><script>alert(1)</script></html>')]);
}

function wav(): Buffer {
  return Buffer.concat([Buffer.from('RIFF'), Buffer.from([36, 0, 0, 0]), Buffer.from('WAVEfmt ')]);
}
