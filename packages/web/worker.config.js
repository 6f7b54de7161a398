import { textsPath } from './catalogues.js';

/** The service worker is one classic script, because not every browser runs modules there. */
export const workerConfig = {
  root: import.meta.dirname,
  publicDir: false,
  define: { __TEXTS__: JSON.stringify(`/${textsPath}`) },
  build: {
    modulePreload: false,
    rolldownOptions: {
      input: 'src/worker/service-worker.ts',
      output: { format: 'iife', entryFileNames: 'service-worker.js' },
    },
  },
};
