import { defineConfig } from 'vite';

/** Vite’s own helper loads the styles of what is imported: the pages have theirs from the server. Saves 1.5 kB. */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : undefined,
};

// The styles are not part of the build: the server serves them to the pages that it writes itself as well.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [plainImports],
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
    rolldownOptions: { input: 'src/main.tsx' },
    emptyOutDir: true,
  },
});
