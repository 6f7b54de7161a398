/**
 * Updates docs/images with screenshots from the browser tests: `node scripts/docs-pictures.ts`. Run it after
 * visual changes. Needs the same programs as `npm test`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

const PICTURES: Readonly<Record<string, string>> = {
  'console-overview': 'console-overview-desktop-light',
  'console-client-secret': 'client-secret',
  'console-single-sign-on': 'idp-desktop-light',
  'console-delivery-dark': 'delivery-message-desktop-dark',
  'console-person': 'person-desktop-light',
  'console-change-dark': 'change-desktop-dark',
  'console-import': 'import-refused-desktop-light',
  'console-erase': 'erase-what-goes-desktop-light',
  'set-up': 'set-up-desktop-light',
  'app-chat': 'chat-full-desktop-light',
  'app-timeline': 'chat-desktop-light',
  'app-transactions': 'transactions-desktop-light',
  'app-approval-builder': 'loan-in-the-builder-desktop-light',
  'app-approval-sign': 'loan-to-sign-desktop-light',
  'app-approval-signed': 'loan-that-was-signed-desktop-light',
  'app-template-builder': 'template-in-the-builder-desktop-light',
  'app-history': 'history-desktop-light',
  'app-to-dos-dark': 'to-dos-desktop-dark',
  'app-pages': 'pages-desktop-light',
  'app-viewer': 'page-desktop-light',
  'app-draw': 'draw-desktop-light',
  'app-clip': 'clip-pages-desktop-light',
  'app-clip-phone-dark': 'clip-review-phone-dark',
  'embed-in-a-page': 'embedded-in-a-page',
  'meet-shared-screen-dark': 'meet-speaker-people-5-shared-desktop-dark',
  'meet-phone-dark': 'meet-grid-people-2-recorded-phone-dark',
};
const MAX_HEIGHT = 1_000;
const MAX_BYTES = 120_000;

const SPECS = [
  ...['app/setup-and-sign-in', 'app/visual', 'chat/chat-visual', 'clip/screen.media', 'clip/sources.media'],
  ...['console/console', 'console/deliveries', 'console/idps', 'console/keyboard', 'console/lists'],
  ...[
    'draw/draw.spec',
    'meet/visual.media',
    'timeline/archive-pages',
    'work/history',
    'work/template-builder',
  ],
  'work/visual',
].map((spec) => `packages/web/test/${spec}`);

const root = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'ringbinder-pictures-'));
try {
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    ...SPECS,
    'packages/sdk/test/elements',
    'packages/sdk/test/loan',
  ];
  const env = { ...process.env, SCREENSHOTS: folder };
  const { status } = spawnSync(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) throw new Error('the tests of the pages fail');
  for (const [name, image] of Object.entries(PICTURES)) {
    const picture = sharp(join(folder, `${image}.png`));
    const { width, height } = await picture.metadata();
    const { size } = await picture
      .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
      .png({ palette: true, quality: 100, effort: 10 })
      .toFile(join(root, `docs/images/${name}.png`));
    process.stdout.write(`${name}.png ${Math.round(size / 1000)} kB\n`);
    if (size > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES} bytes`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
