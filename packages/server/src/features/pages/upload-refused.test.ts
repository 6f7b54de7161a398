import assert from 'node:assert/strict';
import {
  makeEncryptedPdf,
  makeFormBombPdf,
  makeImage,
  makeImageBomb,
  makePdf,
  truncated,
} from '@ringbinder/page-renderer/testing';
import { type Answer, type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { filePart, formOf } from './testing/form.ts';
import { leavesNothing, upload, uploadForm } from './testing/upload.ts';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

async function refused(
  send: () => Promise<Answer>,
  expected: { status: 400 | 413; field: string; message: RegExp; reason?: string },
): Promise<void> {
  const { status, body } = await leavesNothing(service, cast, send);
  assert.equal(status, expected.status, JSON.stringify(body));
  const code = status === 413 ? 'RESPONSE_ERROR_EXCEED_LIMIT' : 'RESPONSE_ERROR_INVALID_REQUEST';
  assert.equal(body.code, code);
  assert.equal(body.errors[0].path, expected.field);
  assert.match(body.message, expected.message);
  assert.ok(body.message.startsWith(expected.field), body.message);
  if (expected.reason)
    assert.deepEqual([body.reason, body.errors[0].reason], [expected.reason, expected.reason]);
}

const badContent: [string, () => Buffer | Promise<Buffer>, 400 | 413, RegExp, reason?: string][] = [
  ['[FILE-4] [ERR-23] an empty file', () => Buffer.alloc(0), 400, /is empty/, 'file_empty'],
  [
    '[FILE-14] [ERR-23] a PDF that is cut off',
    () => truncated(makePdf({ pages: 5 }), 0.7),
    400,
    /cut off/,
    'file_damaged',
  ],
  ['[FILE-14] a damaged PDF', () => Buffer.from('%PDF-1.7\nnothing of it\n%%EOF\n'), 400, /PDF/],
  [
    '[FILE-14] [ERR-23] a PDF that needs a password',
    () => makeEncryptedPdf(),
    400,
    /password|encrypted/,
    'file_encrypted',
  ],
  [
    '[FILE-21] a PDF that fills any memory',
    () => makeFormBombPdf(),
    400,
    /needs too much memory|takes too long to read/,
  ],
  [
    '[FILE-15] [ERR-23] a PDF of 2,000 pages',
    () => makePdf({ pages: 2000 }),
    413,
    /2,000 pages; at most 1,000/,
    'file_too_complex',
  ],
  ['[FILE-16] a page of 14,401 points', () => makePdf({ width: 14_401 }), 413, /14,401 × 792 points/],
  [
    '[FILE-17] an image that is cut off',
    async () => truncated(await makeImage({ format: 'jpeg', width: 300, height: 200 }), 0.5),
    400,
    /image is cut off or damaged/,
  ],
  [
    '[FILE-18] an image of 900 million pixels in 110 kB',
    () => makeImageBomb({ width: 30_000, height: 30_000 }),
    413,
    /30,000 × 30,000 pixels; at most 50 million/,
  ],
];

for (const [title, make, status, message, reason] of badContent) {
  test(`${title} is refused`, async () => {
    const bytes = await make();
    await refused(() => upload(service, cast, bytes, 'upload'), {
      status,
      field: 'file',
      message,
      ...(reason && { reason }),
    });
  });
}

const badNames: [string, string, RegExp][] = [
  ['a path', '../../etc/passwd', /path parts/],
  ['a Windows path', 'C:\\temp\\a.pdf', /path parts/],
  ['the parent directory', '..', /path parts/],
  ['a NUL', 'a\u0000.pdf', /control characters/],
  ['a bell', 'a\u0007.pdf', /control characters/],
  ['a line break as browsers write it', 'a%0D%0A.pdf', /control characters/],
  ['a C1 control', 'a\u0085.pdf', /control characters/],
  ['a turn of the writing direction', 'report-\u202efdp.exe', /control characters/],
  ['10 kB of Unicode', 'Ü'.repeat(5000), /longer than 255 characters/],
  ['200 kB', 'x'.repeat(200_000), /longer than 255 characters/],
  ['256 characters', `${'x'.repeat(252)}.pdf`, /longer than 255 characters/],
  ['blanks', '   ', /no file name/],
  ['characters that nobody can see', '\u200b\u2060', /no visible file name/],
  ['nothing', '', /no file name/],
];

for (const [title, name, message] of badNames) {
  test(`[FILE-19] a file name of ${title} is refused`, () =>
    refused(() => upload(service, cast, 'text', name), { status: 400, field: 'file', message }));
}

const text = filePart('text', 'a.txt');
const badForms: [string, () => Buffer, RegExp][] = [
  ['has no part at all', () => formOf([]), /is required/],
  ['has fields only', () => formOf([{ disposition: '; name="note"', data: 'hi' }]), /is required/],
  [
    'names the part otherwise',
    () => formOf([{ ...text, disposition: '; name="upload"; filename="a.txt"' }]),
    /which is "upload"/,
  ],
  ['gives the part no name', () => formOf([{ ...text, disposition: '; filename="a.txt"' }]), /which is ""/],
  [
    'gives the part no headers',
    () =>
      Buffer.from(
        formOf([text])
          .toString()
          .replace(/Content-.*\r\n/g, ''),
      ),
    /is required/,
  ],
  [
    'gives a field named file',
    () => formOf([{ disposition: '; name="file"', data: 'hi' }]),
    /must be a file/,
  ],
  ['has two files', () => formOf([text, text]), /more than once/],
  [
    'has a file and a field of its name',
    () => formOf([text, { disposition: '; name="file"', data: 'x' }]),
    /must be a file/,
  ],
  [
    'has another file beside it',
    () => formOf([text, { ...text, disposition: '; name="more"; filename="b"' }]),
    /which is "more"/,
  ],
  [
    'hides its part behind a flood of headers',
    () => {
      const flood = Array.from({ length: 10_000 }, (_, index) => `X-${index}: y`).join('\r\n');
      return Buffer.from(
        formOf([text]).toString().replace('Content-Disposition', `${flood}\r\nContent-Disposition`),
      );
    },
    /is required/,
  ],
];

for (const [title, make, message] of badForms) {
  test(`[FILE-2] a form that ${title} is refused`, () =>
    refused(() => uploadForm(service, cast, make()), { status: 400, field: 'file', message }));
}

test('[FILE-2] a flood of fields is refused', () =>
  refused(
    () => {
      const fields = Array.from({ length: 5000 }, (_, index) => ({
        disposition: `; name="f${index}"`,
        data: 'x',
      }));
      return uploadForm(service, cast, formOf([...fields, text]));
    },
    { status: 413, field: 'body', message: /more than 20 fields/ },
  ));

test('[FILE-2] a field of a reserved name is refused', () =>
  refused(() => uploadForm(service, cast, formOf([{ disposition: '; name="__proto__"', data: 'x' }, text])), {
    status: 400,
    field: 'body',
    message: /form/,
  }));

const badTypes: [string, string | undefined][] = [
  ['names no boundary', 'multipart/form-data'],
  ['is JSON', 'application/json'],
  ['is text', 'text/plain'],
  ['is another multipart', 'multipart/mixed; boundary=a-boundary-of-the-tests'],
];
for (const [title, type] of badTypes) {
  test(`[FILE-1] a content type that ${title} is refused`, async () => {
    const send = () => uploadForm(service, cast, formOf([text]), { 'content-type': type ?? '' });
    const { status, body } = await leavesNothing(service, cast, send);
    assert.equal(status, 400);
    assert.match(body.message, /Content-Type|not valid JSON/);
  });
}

test('[FILE-3] a form that ends without its closing boundary is refused', async () => {
  const whole = formOf([filePart(makePdf({ pages: 3 }))]);
  const cuts = [whole.length - 4, whole.length - 30, Math.floor(whole.length / 2), 200, 90, 10];
  for (const length of cuts) {
    await refused(() => uploadForm(service, cast, whole.subarray(0, length)), {
      status: 400,
      field: 'body',
      message: /is cut off/,
    });
  }
});
