import { defineConfig } from 'vite';

// The styles are not part of the build: the server serves them to the pages that it writes itself as well.
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
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
