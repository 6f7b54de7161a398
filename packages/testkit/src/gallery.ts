import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  appStylesheetPath,
  consoleStylesheetPath,
  meetStylesheetPath,
  playgroundStylesheetPath,
  stylesheetPath,
} from '@ringbinder/server/html/index.ts';
import type { Page } from 'playwright-core';

const web = new URL('../../web/', import.meta.url);
const built = new URL('dist-gallery/', web);
const SHEETS = [
  stylesheetPath,
  consoleStylesheetPath,
  playgroundStylesheetPath,
  appStylesheetPath,
  meetStylesheetPath,
];

export async function openGallery(page: Page, origin: string, search = ''): Promise<void> {
  await page.route(`${origin}/gallery**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: document() }),
  );
  await page.route(`${origin}/gallery/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = await readFile(new URL(pathname.replace('/gallery/', ''), built));
    await route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${origin}/gallery${search}`);
}

function document(): string {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', built), 'utf8'));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery · Ringbinder</title>
<link rel="icon" href="data:,">
${SHEETS.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}
<style>${readFileSync(new URL('src/testing/gallery/gallery.css', web), 'utf8')}</style>
<script type="module" src="/gallery/${manifest['src/testing/gallery/gallery.tsx'].file}"></script>
<div id="app"></div>
</html>`;
}
