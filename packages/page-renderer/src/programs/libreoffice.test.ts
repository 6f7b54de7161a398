import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { makeDocx, makeXlsx } from '../../../../conformance/src/fixtures/office.ts';
import { createMediaEngine, type InspectedFile, MediaBusy, type MediaEngineOptions } from '../index.ts';
import { isRunning, untilExited } from '../testing/engine-watch.ts';
import { createUploadFolder, makeEncryptedPdf, makePdf, type UploadFolder } from '../testing/fixtures.ts';
import { findProgram } from './find.ts';

const RTF = '{\\rtf1\\ansi Hello}';
const KEPT = { ok: true, mimeType: 'application/rtf', pageType: null, pages: [], conversion: 'failed' };

let uploads: UploadFolder;
let folder: string;

beforeAll(async () => {
  uploads = await createUploadFolder();
  folder = await mkdtemp(join(tmpdir(), 'ringbinder-fake-'));
});
afterAll(async () => {
  await uploads.remove();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
async function withOffice(script: string): Promise<string> {
  const directory = join(folder, `office-${++count}`);
  await mkdir(directory);
  const program = join(directory, 'soffice');
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
  return `${directory}:${process.env.PATH}`;
}

const ARGUMENTS =
  'for last; do :; done; out=$(echo "$@" | sed "s/.*--outdir \\([^ ]*\\) .*/\\1/"); mkdir -p "$out"';
const converting = async (pdf: Buffer) =>
  withOffice(`${ARGUMENTS}\ncp '${await uploads.put(pdf)}' "$out/document.pdf"`);

async function inspect(
  options: MediaEngineOptions,
  content: string | Buffer = RTF,
  fileName = 'letter.rtf',
): Promise<InspectedFile> {
  const engine = createMediaEngine({ workers: 1, ...options });
  try {
    return await engine.inspect(await uploads.put(content), { fileName });
  } finally {
    await engine.close();
  }
}

const leftovers = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('ringbinder-office-')).length;

test('[FILE-11] without LibreOffice an office document is kept as a file', async () => {
  const unavailable = { ...KEPT, conversion: 'unavailable' };
  assert.deepEqual(await inspect({ searchPath: '' }), unavailable);
  assert.deepEqual(await inspect({ searchPath: folder }), unavailable);
});

test('[FILE-11] with it the document has the pages of the PDF that was made of it', async () => {
  const pdf = makePdf({ pages: 3, width: 200, height: 300 });
  const inspection = await inspect({ searchPath: await converting(pdf) });
  assert.ok(inspection.ok && inspection.converted);
  const { converted, ...rest } = inspection;
  const size = { width: 200, height: 300 };
  assert.deepEqual(rest, {
    ok: true,
    mimeType: 'application/rtf',
    pageType: 'PAGE_TYPE_PDF',
    pages: [size, size, size],
  });
  assert.deepEqual(await readFile(converted.path), pdf);
  await converted.remove();
  await assert.rejects(readFile(converted.path), { code: 'ENOENT' });
});

const hasOffice = (await findProgram(['soffice', 'libreoffice'], process.env.PATH ?? '')) !== null;

test('[FILE-11] real documents of Word and Excel become pages with their words, by the LibreOffice of this machine', {
  skip: !hasOffice,
}, async () => {
  const engine = createMediaEngine({ workers: 1, conversionMs: 180_000 });
  try {
    for (const [content, fileName, words] of [
      [makeDocx('The loan is due.', 'On Monday.'), 'Loan.docx', ['The loan is due.', 'On Monday.']],
      [makeXlsx([['Notary', '800']]), 'Costs.xlsx', ['Notary 800']],
    ] as const) {
      const inspection = await engine.inspect(await uploads.put(content), { fileName });
      assert.ok(inspection.ok && inspection.converted, fileName);
      assert.equal(inspection.pages.length, words.length, fileName);
      const read = { mimeType: 'application/pdf', indexes: words.map((_, at) => at), maxChars: 1_000 };
      const texts = await engine.texts(inspection.converted.path, read);
      assert.deepEqual(
        texts.map((text) => text.trim().replace(/\s+/g, ' ')),
        words,
      );
      await inspection.converted.remove();
    }
  } finally {
    await engine.close();
  }
});

test('[FILE-11] old formats are told apart by their name, other files of their container are kept', async () => {
  const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const searchPath = await converting(makePdf());
  for (const [name, mimeType] of [
    ['a.doc', 'application/msword'],
    ['a.XLS', 'application/vnd.ms-excel'],
    ['a.ppt', 'application/vnd.ms-powerpoint'],
  ] as const) {
    const inspection = await inspect({ searchPath }, compound, name);
    assert.ok(inspection.ok && inspection.pages.length === 1 && inspection.mimeType === mimeType, name);
    await inspection.converted?.remove();
  }
  const mail = await inspect({ searchPath }, compound, 'a.msg');
  assert.ok(mail.ok && mail.pageType === null && mail.mimeType === 'application/x-cfb');
});

test('[FILE-11] a document that cannot be converted is kept as a file, and nothing is left of the attempt', async () => {
  const before = await leftovers();
  for (const [what, searchPath] of Object.entries({
    'it fails': await withOffice('exit 1'),
    'it makes nothing': await withOffice('exit 0'),
    'it crashes': await withOffice('kill -SEGV $$'),
    'it makes something else': await withOffice(`${ARGUMENTS}\necho hello > "$out/document.pdf"`),
    'it makes a PDF that is locked': await converting(await makeEncryptedPdf()),
    'it makes too many pages': await converting(makePdf({ pages: 1_001 })),
  })) {
    assert.deepEqual(await inspect({ searchPath }), KEPT, what);
  }
  assert.equal(await leftovers(), before);
});

test('[FILE-11] one that takes too long is ended with all that it started', async () => {
  const pids = join(folder, 'pids');
  const searchPath = await withOffice(`sleep 600 &\necho $! $$ > '${pids}'\nwait`);
  const started = performance.now();
  const processorWait = () => 0;
  assert.deepEqual(await inspect({ searchPath, conversionMs: 1_000, processorWait }), KEPT);
  assert.ok(performance.now() - started < 10_000);
  for (const pid of (await readFile(pids, 'utf8')).trim().split(' ')) await untilExited(Number(pid));
});

test('[PAGE-50] one that takes too long because others have the processor is put off, not blamed', async () => {
  const before = await leftovers();
  const searchPath = await withOffice('sleep 600');
  const slow = (processorWait: () => number | undefined) =>
    inspect({ searchPath, conversionMs: 400, processorWait });
  await assert.rejects(
    slow(() => 300),
    MediaBusy,
  );
  assert.deepEqual(await slow(() => 20), KEPT);
  assert.deepEqual(await slow(() => undefined), KEPT);
  assert.equal(await leftovers(), before);
});

test('[FILE-11] a zip bomb may fill neither memory nor disk nor all of the time', async () => {
  const hungry = await withOffice(
    `${ARGUMENTS}\ndd if=/dev/zero of=/dev/null bs=5G count=1 2>/dev/null && sleep 600`,
  );
  const filling = await withOffice(
    `${ARGUMENTS}\nexec dd if=/dev/zero of="$out/document.pdf" bs=1M count=1000000 2>/dev/null`,
  );
  for (const searchPath of [hungry, filling]) {
    const started = performance.now();
    assert.deepEqual(await inspect({ searchPath, conversionMs: 120_000 }), KEPT);
    assert.ok(performance.now() - started < 120_000, 'a limit of the kernel ended it before its time was up');
  }
});

test('[FILE-11] the program sees none of the service’s environment, and a profile of its own', async () => {
  process.env.RINGBINDER_TEST_SECRET = 'hunter2';
  try {
    const seen = join(folder, 'seen');
    const searchPath = await withOffice(
      `env > '${seen}'; echo "$@" >> '${seen}'; cat "$HOME/profile/user/registrymodifications.xcu" >> '${seen}'`,
    );
    await inspect({ searchPath }, RTF, '../../$(touch evil);letter.rtf');
    const text = await readFile(seen, 'utf8');
    assert.ok(!text.includes('hunter2') && !text.includes('evil'));
    assert.match(text, /-env:UserInstallation=file:\/\/\/.*\/profile --headless/);
    assert.match(text, /document\.rtf$/m);
    assert.match(text, /"DisableMacrosExecution"[^>]*><value>true/);
    assert.match(text, /"BlockUntrustedRefererLinks"[^>]*><value>true/);
  } finally {
    delete process.env.RINGBINDER_TEST_SECRET;
  }
});

test('[FILE-11] closing the engine ends a conversion, and so does the end of the upload', async () => {
  const pids = join(folder, 'closed');
  const searchPath = await withOffice(`echo $$ > '${pids}'\nsleep 600`);
  for (const how of ['close', 'abort']) {
    await rm(pids, { force: true });
    const engine = createMediaEngine({ workers: 1, searchPath });
    const disconnect = new AbortController();
    const path = await uploads.put(RTF);
    const waiting = engine
      .inspect(path, { fileName: 'a.rtf', signal: disconnect.signal })
      .catch((error) => error);
    const pid = await pidIn(pids);
    if (how === 'close') await engine.close();
    else disconnect.abort(new Error('the sender is gone'));
    const error = await waiting;
    assert.ok(how === 'close' ? error instanceof MediaBusy : error.message === 'the sender is gone', how);
    await untilExited(pid);
    await engine.close();
  }
});

test('[FILE-11] over the queue of conversions the engine is busy', async () => {
  const searchPath = await withOffice('sleep 600');
  const engine = createMediaEngine({ workers: 2, searchPath });
  const path = await uploads.put(RTF);
  const results = Array.from({ length: 12 }, () =>
    engine.inspect(path, { fileName: 'a.rtf' }).catch((error) => error),
  );
  const first = await Promise.race(results);
  assert.ok(first instanceof MediaBusy);
  await engine.close();
  assert.ok((await Promise.all(results)).every((result) => result instanceof MediaBusy));
});

async function pidIn(path: string): Promise<number> {
  let pid = Number.NaN;
  await until('the program has started', async () => {
    pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10);
    return isRunning(pid);
  });
  return pid;
}
