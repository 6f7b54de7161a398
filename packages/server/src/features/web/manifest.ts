import { readFileSync } from 'node:fs';
import type { EmbedModule } from '@ringbinder/protocol';

const dist = new URL('../../../../web/dist/', import.meta.url);

/** The pages that a script of ours fills, by the source that draws each. */
const ENTRIES = {
  app: 'src/app/start.tsx',
  console: 'src/console/start.tsx',
  meet: 'src/meet/guest/start.tsx',
  playground: 'src/playground/start.tsx',
} as const;
export type ScriptedPage = keyof typeof ENTRIES;
export const scriptedPages = Object.keys(ENTRIES) as ScriptedPage[];

export interface PageScripts {
  /** The path of the script that starts it. */
  script: string;
  /** The paths of what that loads at once, so that they can be asked for beside it. */
  preloads: readonly string[];
}

interface Chunk {
  file: string;
  name?: string;
  /** A page begins with it. */
  isEntry?: boolean;
  /** Names of the chunks that it needs before it runs. */
  imports?: string[];
  /** Names of those that it loads later. */
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

/** Whether Vite has built packages/web. */
export const isBuilt = (): boolean => readManifest('manifest') !== undefined;

/** The scripts that a page loads before it is drawn; none before the build. */
export const pageScriptsOf = (page: ScriptedPage): PageScripts => scriptsThatDraw(ENTRIES[page]);

/** The scripts that a page loads before it draws something by its source, a path in packages/web. */
export const scriptsThatDraw = (source: string): PageScripts =>
  scriptsOf(readManifest('manifest') ?? {}, 'src/main.tsx', source);

/** Files that an embedded module loads before it draws. Empty if it has not been built. */
export function embedScriptsOf(module: EmbedModule): PageScripts {
  // Each is a build of its own, with one entry.
  const own = readManifest(module) ?? {};
  const [entry = ''] = Object.keys(own).filter((name) => own[name]?.isEntry);
  // The drawing code is a chunk of that name (embed.config.js), or its source if that is a chunk.
  const drawn = own[entry]?.dynamicImports?.find(
    (each) => own[each]?.name === 'module' || each === `src/embed/${module}.tsx`,
  );
  return scriptsOf(own, entry, drawn);
}

/** A page whose start and drawing code are separate sources. */
function scriptsOf(manifest: Manifest, entry: string, drawn = ''): PageScripts {
  const script = `/${manifest[entry]?.file ?? ''}`;
  const all = new Set([...chunksOf(manifest, entry), ...chunksOf(manifest, drawn)]);
  return { script, preloads: [...all].filter((each) => each !== script) };
}

/** The paths of a chunk and of all that it imports, itself first. */
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
