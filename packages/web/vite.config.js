import { defineConfig } from 'vite';
import { catalogues, textsPath } from './catalogues.js';

/** Replaces Vite's helper (1.5 kB), which loads styles of imports. The server adds these styles. */
export const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** The sources in `src` that load together. Each import() of another source has a file of its own. */
const PARTS = {
  main: ['main.tsx'],
  app: ['app/start.tsx'],
  frame: ['notifications/bell.tsx', 'home/badge.tsx', 'strings/server-lines.ts', 'install/index.ts'],
  binder: [
    'app/binder-view.tsx',
    'chat/in-binder.tsx',
    'chat/index.tsx',
    'chat/action-bar.tsx',
    'chat/emoji/picker.tsx',
    'chat/mention-matches.ts',
    'chat/preview.tsx',
    'chat/search.tsx',
    'chat/sending.ts',
    'meets/in-meet.tsx',
    'pages/index.tsx',
  ],
  home: ['home/index.tsx'],
  viewer: ['viewer/index.tsx'],
  guest: ['meet/guest/start.tsx'],
  console: ['console/start.tsx'],
};

/** Their index files import more than a page uses, so only these modules, which the app needs, are joined. */
const PACKAGES = /[\\/](typebox|packages[\\/](client|protocol))[\\/]/;
const FOR_THE_APP =
  /(client|protocol)\/src\/(graphemes|zone-clock|plain-text|connection\/(tokens|heartbeat)|replica\/order|listeners|backoff|errors|network)\.ts$/;

/** Adds the module and what it imports statically to `reached`. */
export function reach(id, context, reached = new Set()) {
  if (reached.has(id)) return reached;
  reached.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) reach(next, context, reached);
  return reached;
}

/**
 * Names the chunk of a module, or null for the default. With one chunk for each set of importers, the default,
 * opening a binder loads 87 scripts instead of 26.
 */
function createChunkOf() {
  let parts;
  return (id, context) => {
    parts ??= Object.entries(PARTS).map(([name, sources]) => {
      const reached = new Set();
      for (const source of sources) reach(`${import.meta.dirname}/src/${source}`, context, reached);
      return [name, reached];
    });
    const { isEntry, dynamicImporters } = context.getModuleInfo(id);
    if (isEntry || dynamicImporters.length > 0 || (PACKAGES.test(id) && !FOR_THE_APP.test(id))) return null;
    const names = parts.filter(([, reached]) => reached.has(id)).map(([name]) => name);
    const others = names.filter((name) => ['viewer', 'guest', 'console'].includes(name));
    if (names.includes('main')) return 'main';
    if (names.includes('app')) return others.length > 0 ? 'base' : 'app';
    const isOpened = names.includes('frame') || names.includes('binder');
    if (others.length > (isOpened ? 0 : 1)) return others.includes('console') ? 'common' : 'shared';
    if (names.includes('frame')) return 'frame';
    if (isOpened) return names.includes('home') ? 'list' : 'binder';
    return others[0] ?? null;
  };
}

// The build excludes the styles, because the server also adds the styles to its own pages.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [plainImports, catalogues],
  define: { __TEXTS__: JSON.stringify(`/${textsPath}`) },
  // virtua uses React's interface.
  resolve: {
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    assetsDir: 'assets',
    manifest: 'manifest.json',
    modulePreload: false,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: {
        codeSplitting: { groups: [{ name: createChunkOf() }], includeDependenciesRecursively: false },
      },
    },
    emptyOutDir: true,
  },
});
