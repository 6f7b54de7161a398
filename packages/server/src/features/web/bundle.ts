import { readdirSync, readFileSync } from 'node:fs';
import { serveAsset } from '../../html/index.ts';
import type { App } from '../../http/index.ts';

const dist = new URL('../../../../web/dist/', import.meta.url);

/** What Vite made of packages/web. */
export interface Bundle {
  /** The path of the script that starts the pages. */
  script: string;
}

interface Manifest {
  [source: string]: { file: string; isEntry?: boolean };
}

/** Serves what was built of packages/web, from memory. Gives undefined when it has not been built. */
export function serveBundle(app: App): Bundle | undefined {
  const manifest = readManifest();
  const entry = manifest && Object.values(manifest).find(({ isEntry }) => isEntry);
  if (!entry) return undefined;
  for (const name of readdirSync(new URL('assets/', dist)).filter((each) => each.endsWith('.js'))) {
    const content = readFileSync(new URL(`assets/${name}`, dist));
    serveAsset(app, { path: `/assets/${name}`, type: 'text/javascript; charset=utf-8', content });
  }
  return { script: `/${entry.file}` };
}

function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
  } catch {
    return undefined;
  }
}
