import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { App } from '../http/index.ts';
import { type Asset, serveAsset } from './asset.ts';

const design = new URL('../../../web/design/', import.meta.url);
const FILES = [
  'tokens.css',
  'base.css',
  'components.css',
  'controls.css',
  'tables.css',
  'states.css',
  'overlays.css',
  'sections.css',
  'shell.css',
];
const APP_FILES = [
  'app.css',
  'downloads.css',
  'menu.css',
  'timeline.css',
  'home.css',
  'chat-message.css',
  'chat-parts.css',
  'link-preview.css',
  'chat-actions.css',
  'chat-composer.css',
  'chat-panels.css',
  'chat.css',
  'work.css',
  'transactions.css',
  'transaction-page.css',
  'comments.css',
  'todos.css',
  'members.css',
  'people.css',
  'meets.css',
  'page-grid.css',
  'page-list.css',
  'versions.css',
  'page-selection.css',
  'clip.css',
  'clip-recording.css',
  'clip-review.css',
  'clip-narrow.css',
  'viewer.css',
  'stage.css',
  'viewer-side.css',
  'note.css',
  'draw.css',
  'draw-bars.css',
];

function asset(ending: string, type: string, content: string | Buffer): Asset {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${ending}`, type, content: Buffer.from(content) };
}

const read = (name: string) => readFileSync(new URL(name, design), 'utf8');
const compact = (css: string) =>
  css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');
const sheet = (files: readonly string[], more = '') =>
  asset('css', 'text/css; charset=utf-8', compact(files.map(read).join('\n') + more));
const FONT_FILE = /url\("(inter-[\w-]+\.woff2)"\)/g;
const readFont = (name: string) => readFileSync(new URL(`fonts/${name}`, design));
const fontStyles = readFont('inter.css').toString();
const fonts = new Map(
  [...fontStyles.matchAll(FONT_FILE)].map(([, name = '']) => [
    name,
    asset('woff2', 'font/woff2', readFont(name)),
  ]),
);
const FONTS = fontStyles.replaceAll(FONT_FILE, (_, name) => `url("${fonts.get(name)?.path}")`);
const drawingFont = asset(
  'ttf',
  'font/ttf',
  readFileSync(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
);
const DRAWING_FONT = `
@font-face {
  font-family: "DejaVu Sans";
  src: url("${drawingFont.path}") format("truetype");
}
`;
const stylesheet = sheet(FILES, FONTS);
const appStylesheet = sheet(APP_FILES, DRAWING_FONT);
const embedStylesheet = sheet(['embed.css', 'approval.css']);
const meetStylesheet = sheet([
  'meet.css',
  'meet-tile.css',
  'meet-stage.css',
  'meet-staged.css',
  'meet-bar.css',
  'meet-panel.css',
]);
const consoleStylesheet = sheet(['charts.css']);
const historyStylesheet = sheet(['history.css']);
const playgroundStylesheet = sheet(['playground.css']);
const tokenStylesheet = sheet(['tokens.css'], FONTS);
const icon = asset('svg', 'image/svg+xml', read('icon.svg'));

export const appIcons = (['icon', 'maskable'] as const).flatMap((name) =>
  [192, 512].map((size) => ({
    size,
    purpose: name === 'icon' ? 'any' : 'maskable',
    ...asset('png', 'image/png', readFileSync(new URL(`icons/${name}-${size}.png`, design))),
  })),
);

export const stylesheetPath = stylesheet.path;
export const appStylesheetPath = appStylesheet.path;
export const embedStylesheetPath = embedStylesheet.path;
export const meetStylesheetPath = meetStylesheet.path;
export const consoleStylesheetPath = consoleStylesheet.path;
export const historyStylesheetPath = historyStylesheet.path;
export const playgroundStylesheetPath = playgroundStylesheet.path;
/** The colours, sizes and fonts alone, for pages that a library draws. */
export const tokenStylesheetPath = tokenStylesheet.path;
export const iconPath = icon.path;
export const latinFontPath = fonts.get('inter-latin.woff2')?.path ?? '';
export const appDesignPaths = [
  stylesheet,
  appStylesheet,
  meetStylesheet,
  historyStylesheet,
  drawingFont,
  ...fonts.values(),
  icon,
].map(({ path }) => path);

export function serveDesign(app: App): void {
  const sheets = [stylesheet, appStylesheet, embedStylesheet, meetStylesheet, historyStylesheet];
  const ofOtherPages = [consoleStylesheet, playgroundStylesheet, tokenStylesheet];
  for (const each of [...sheets, ...ofOtherPages, drawingFont, ...fonts.values(), icon, ...appIcons])
    serveAsset(app, each);
}
