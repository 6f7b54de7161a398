import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type EmbedModule, embedModules } from '@ringbinder/protocol';
import { sendAsset } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';
import { sendNotFound } from './missing.ts';

const dist = new URL('../../../../web/dist/', import.meta.url);

/** The pages that a script of ours fills, by the source that draws each. */
const ENTRIES = {
  app: 'src/app/start.tsx',
  console: 'src/console/start.tsx',
  meet: 'src/meet/guest/start.tsx',
  playground: 'src/playground/start.tsx',
} as const;
/** A page that a script of ours fills. */
export type ScriptedPage = keyof typeof ENTRIES;

/** What a page loads. */
export interface PageScripts {
  /** The path of the script that starts it. */
  script: string;
  /** The paths of what that loads at once, so that they can be asked for beside it. */
  preloads: readonly string[];
}

/** What Vite made of packages/web. */
export interface Bundle {
  scriptsOf(page: ScriptedPage): PageScripts;
  /** Of a module that the SDK embeds. */
  embedScriptsOf(module: EmbedModule): PageScripts;
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

/** What was read of it: its names change with its bytes, so all that serve it in a process share it. */
const contents = new Map<string, Promise<Buffer>>();

/**
 * Serves what was built of packages/web: each file is read as it is asked for the first time, and kept in memory. Gives
 * undefined when it has not been built.
 */
export function serveBundle(app: App): Bundle | undefined {
  const manifest = readManifest('manifest');
  if (!manifest) return undefined;
  const names = readdirSync(new URL('assets/', dist), { recursive: true, encoding: 'utf8' });
  const scripts = new Set(names.filter((each) => each.endsWith('.js')));
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get<{ Params: { '*': string } }>('/assets/*', open, async (request, reply) => {
    const name = request.params['*'];
    if (!scripts.has(name)) return sendNotFound(request, reply);
    const content = await cachedPromise(contents, name, () => readFile(new URL(`assets/${name}`, dist)));
    return sendAsset(request, reply, { type: 'text/javascript; charset=utf-8', content });
  });
  const embeds = new Map(embedModules.map((module) => [module, embedScriptsOf(module)]));
  const nothing = { script: '', preloads: [] };
  return {
    scriptsOf: (page) => scriptsOf(manifest, 'src/main.tsx', ENTRIES[page]),
    embedScriptsOf: (module) => embeds.get(module) ?? nothing,
  };
}

/** What a module that the SDK embeds loads before it is drawn; nothing where it has not been built. */
export function embedScriptsOf(module: EmbedModule): PageScripts {
  // Each is a build of its own, with one entry.
  const own = readManifest(module) ?? {};
  const [entry = ''] = Object.keys(own).filter((name) => own[name]?.isEntry);
  // What draws it is a chunk of that name (embed.config.js), or its source where that is a chunk by itself.
  const drawn = own[entry]?.dynamicImports?.find(
    (each) => own[each]?.name === 'module' || each === `src/embed/${module}.tsx`,
  );
  return scriptsOf(own, entry, drawn);
}

/** What starts by one source and draws by another. */
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
