import { readdirSync, readFileSync } from 'node:fs';
import { serveAsset } from '../../html/index.ts';
import type { App } from '../../http/index.ts';

const dist = new URL('../../../../web/dist/', import.meta.url);

/** The pages that a script of ours fills, by the source that draws each. */
const ENTRIES = {
  app: 'src/app/start.tsx',
  console: 'src/console/start.tsx',
  gallery: 'src/gallery/gallery.tsx',
} as const;

/** A page that a script of ours fills. */
export type ScriptedPage = keyof typeof ENTRIES;

/** What Vite made of packages/web. */
export interface Bundle {
  /** The path of the script that starts the pages. */
  script: string;
  /** The paths of what it loads at once for a page, so that they can be asked for beside it. */
  preloadsOf(page: ScriptedPage): readonly string[];
}

interface Chunk {
  file: string;
  isEntry?: boolean;
  /** Names of the chunks that it needs before it runs. */
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Serves what was built of packages/web, from memory. Gives undefined when it has not been built. */
export function serveBundle(app: App): Bundle | undefined {
  const manifest = readManifest();
  const entry = manifest && Object.entries(manifest).find(([, { isEntry }]) => isEntry);
  if (!entry) return undefined;
  for (const name of readdirSync(new URL('assets/', dist)).filter((each) => each.endsWith('.js'))) {
    const content = readFileSync(new URL(`assets/${name}`, dist));
    serveAsset(app, { path: `/assets/${name}`, type: 'text/javascript; charset=utf-8', content });
  }
  const [name, { file }] = entry;
  const started = chunksOf(manifest, name);
  const preloads = (page: ScriptedPage) =>
    [...new Set([...started, ...chunksOf(manifest, ENTRIES[page])])].filter((each) => each !== `/${file}`);
  return { script: `/${file}`, preloadsOf: preloads };
}

/** The paths of a chunk and of all that it imports, itself first. */
function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((each) => chunksOf(manifest, each, seen))];
}

function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(new URL('manifest.json', dist), 'utf8'));
  } catch {
    return undefined;
  }
}
