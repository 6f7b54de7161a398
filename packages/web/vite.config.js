import { defineConfig } from 'vite';
import { catalogues, textsPath } from './catalogues.js';

/** Replaces Vite's helper (1.5 kB), which loads styles of imports. The server adds these styles. */
export const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

/**
 * Modules that load before Timeline but not before the console. Each module would be too small for a separate
 * file.
 */
const SHARED =
  /web\/src\/(timeline\/(marks|card|menu-state)|design\/(avatar|initials|narrow|time|dates|clock-time)|binder\/(use-connection-loss|binder-title)|strings\/(app|system-words|messages\/app))\.tsx?$|protocol\/src\/graphemes\.ts$|client\/src\/(connection\/(tokens|heartbeat)|replica\/order|listeners|backoff|errors|listing|network)\.ts$/;

/**
 * Modules for the texts and formats of all pages. Their imports must be included, because files must not
 * import each other.
 */
const COMMON =
  /web\/src\/(address|stored-value|design\/(format|locale|reader|zone)|strings\/(common|language|names|messages\/common|en\/sentences))\.ts$|protocol\/src\/zone-clock\.ts$|vite\/preload-helper/;

const CONSOLE = /web\/src\/console\/(changes|context|form-button|head|icon|link|list|load|table)\.tsx?$/;

const LANGUAGES = /locales\/src\/languages\.ts$|strings\/supported-language\.ts$/;

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
      // Joining small modules makes the files a quarter smaller.
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
