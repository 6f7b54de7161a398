import { defineConfig } from 'vite';
import { catalogues, textsPath } from './catalogues.js';

/** Vite’s own helper loads the styles of what is imported: the pages have theirs from the server. Saves 1.5 kB. */
export const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * Loaded before Timeline is drawn, not before the console is, and each too small for a file of its own. What the client of
 * meets shares with the realtime channel is among them: left alone it would be two more files.
 */
const SHARED =
  /web\/src\/(timeline\/(marks|card|menu-state)|app\/context|design\/(avatar|initials|narrow|time|dates|clock-time)|binder\/use-connection-loss|strings\/(app|system-words|messages\/app))\.tsx?$|client\/src\/(connection\/(tokens|heartbeat)|replica\/order|listeners|backoff|errors|listing)\.ts$/;

/** Texts and formats that all pages load. It has all that its modules import: files must not import each other. */
const COMMON =
  /web\/src\/(address|stored-value|design\/(format|locale|reader|zone)|strings\/(common|language|names|messages\/common|en\/sentences))\.ts$|vite\/preload-helper/;

/** Parts that the first page of the console and later ones share. */
const CONSOLE = /web\/src\/console\/(changes|context|form-button|head|link|list|load|table)\.tsx?$/;

/** The dialogs of languages, the console and embedded pages share them. */
const LANGUAGES = /locales\/src\/languages\.ts$|strings\/supported-language\.ts$/;

// The styles are not part of the build: the server serves them to the pages that it writes itself as well.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [plainImports, catalogues],
  define: { __TEXTS__: JSON.stringify(`/${textsPath}`) },
  // virtua draws with React's interface.
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
      // Small modules that the first page and later ones share: in one file they take a quarter less.
      output: {
        codeSplitting: {
          groups: [
            { name: 'shared', test: SHARED },
            { name: 'common', test: COMMON },
            { name: 'console', test: CONSOLE },
            { name: 'languages', test: LANGUAGES },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    emptyOutDir: true,
  },
});
