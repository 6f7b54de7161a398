import assert from 'node:assert/strict';
import { test } from 'vitest';
import { withEngine } from './testing/engine-watch.ts';
import { createUploadFolder, makePdf } from './testing/fixtures.ts';

const firstPage = {
  mimeType: 'application/pdf',
  index: 0,
  maxWidth: 300,
  maxHeight: 300,
  format: 'webp',
} as const;

test('the pages of a 100-page PDF are listed within 1 s and the first picture comes within 300 ms', async ({
  onTestFinished,
}) => {
  const uploads = await createUploadFolder();
  onTestFinished(() => uploads.remove());
  const path = await uploads.put(makePdf({ pages: 100, text: 'lorem ipsum' }));
  const rounds: { listed: number; drawn: number }[] = [];
  const isWithinBudget = () => rounds.some(({ listed, drawn }) => listed < 1_000 && drawn < 300);
  while (!isWithinBudget() && rounds.length < 30) {
    await withEngine({}, async (engine) => {
      const started = performance.now();
      const inspection = await engine.inspect(path, { fileName: 'a.pdf' });
      const requestedAt = performance.now();
      assert.equal(inspection.ok && inspection.pages.length, 100);
      await engine.render(path, firstPage);
      rounds.push({ listed: requestedAt - started, drawn: performance.now() - requestedAt });
    });
  }
  assert.ok(isWithinBudget(), JSON.stringify(rounds));
});
