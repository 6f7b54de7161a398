import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
  'charts.css',
  'sections.css',
  'shell.css',
];

/** The address tells what is in it. */
function asset(ending: string, type: string, content: string): Asset {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${ending}`, type, content: Buffer.from(content) };
}

const read = (name: string) => readFileSync(new URL(name, design), 'utf8');
const stylesheet = asset('css', 'text/css; charset=utf-8', FILES.map(read).join('\n'));
const icon = asset('svg', 'image/svg+xml', read('icon.svg'));

/** The path of the stylesheet of the pages that the server writes. */
export const stylesheetPath = stylesheet.path;
/** The path of the icon. */
export const iconPath = icon.path;

/** Serves stylesheet and icon. */
export function serveDesign(app: App): void {
  for (const each of [stylesheet, icon]) serveAsset(app, each);
}
