import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaEngine, MediaUnreadable } from '@ringbinder/page-renderer';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { onTestFinished, test } from 'vitest';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'page-renderer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('a PDF becomes pages, and a page becomes a PNG that fits the box', async () => {
  const path = join(await scratch(), 'upload');
  await writeFile(path, makePdf());
  const engine = createMediaEngine();
  onTestFinished(() => engine.close());

  const file = await engine.inspect(path, { fileName: 'report.pdf' });
  assert.ok(file.ok);
  assert.equal(file.mimeType, 'application/pdf');
  const [{ width = 0, height = 0 } = {}] = file.pages;
  const picture = await engine.render(path, {
    mimeType: file.mimeType,
    index: 0,
    maxWidth: 200,
    maxHeight: 200,
    format: 'png',
  });
  assert.deepEqual(picture.bytes.subarray(0, 4), PNG);
  assert.equal(Math.max(picture.width, picture.height), 200);
  assert.ok(Math.abs(picture.width / picture.height - width / height) < 0.01);
});

test('a file that is no document is kept without pages, and cannot be rendered', async () => {
  const path = join(await scratch(), 'upload');
  await writeFile(path, 'no PDF');
  const engine = createMediaEngine();
  onTestFinished(() => engine.close());
  const box = {
    mimeType: 'application/pdf',
    index: 0,
    maxWidth: 200,
    maxHeight: 200,
    format: 'png',
  } as const;
  await assert.rejects(engine.render(path, box), MediaUnreadable);
});
