import { readFileSync } from 'node:fs';
import type { EmbedModule } from '@ringbinder/protocol';

const dist = new URL('../../../../web/dist/', import.meta.url);

const ENTRIES = {
  app: 'src/app/start.tsx',
  console: 'src/console/start.tsx',
  meet: 'src/meet/guest/start.tsx',
  offline: 'src/app/start-offline.tsx',
  playground: 'src/playground/start.tsx',
} as const;
export type ScriptedPage = keyof typeof ENTRIES;
export const scriptedPages = Object.keys(ENTRIES) as ScriptedPage[];

export interface PageScripts {
  script: string;
  preloads: readonly string[];
}

interface Chunk {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  assets?: string[];
}
type Manifest = Record<string, Chunk>;

export const isBuilt = (): boolean => readManifest('manifest') !== undefined;

export const pageScriptsOf = (page: ScriptedPage): PageScripts =>
  page === 'offline' ? scriptsThatDraw(ENTRIES.offline, ENTRIES.app) : scriptsThatDraw(ENTRIES[page]);

/** Meets need a connection, so the app does not store this script of half a megabyte. */
const ONLINE_ONLY: ReadonlySet<string> = new Set(['../client/src/meet/livekit/livekit-media.ts']);

export function appScripts(): string[] {
  const manifest = readManifest('manifest') ?? {};
  const { script, preloads } = pageScriptsOf('offline');
  const paths = new Set([script, ...preloads]);
  const waiting: string[] = [ENTRIES.offline, ENTRIES.app];
  const seen = new Set<string>(ONLINE_ONLY);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk || seen.has(name)) continue;
    seen.add(name);
    for (const file of [chunk.file, ...(chunk.assets ?? [])]) paths.add(`/${file}`);
    // The entry script also imports pages that do not belong to the app.
    if (!chunk.isEntry) waiting.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  return [...paths].sort();
}

/** Paths are relative to packages/web. */
export const scriptsThatDraw = (...sources: string[]): PageScripts =>
  scriptsOf(readManifest('manifest') ?? {}, 'src/main.tsx', sources);

export function embedScriptsOf(module: EmbedModule): PageScripts {
  const own = readManifest(module) ?? {};
  const [entry = ''] = Object.keys(own).filter((name) => own[name]?.isEntry);
  // The drawing code is a chunk named `module` (embed.config.js), or a chunk from its own source.
  const drawn = own[entry]?.dynamicImports?.find(
    (each) => own[each]?.name === 'module' || each === `src/embed/${module}.tsx`,
  );
  return scriptsOf(own, entry, drawn === undefined ? [] : [drawn]);
}

function scriptsOf(manifest: Manifest, entry: string, drawn: readonly string[]): PageScripts {
  const script = `/${manifest[entry]?.file ?? ''}`;
  const all = new Set([entry, ...drawn].flatMap((each) => chunksOf(manifest, each)));
  return { script, preloads: [...all].filter((each) => each !== script) };
}

function chunksOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [`/${chunk.file}`, ...(chunk.imports ?? []).flatMap((each) => chunksOf(manifest, each, seen))];
}

function readManifest(name: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(new URL(`${name}.json`, dist), 'utf8'));
  } catch {
    return undefined;
  }
}
