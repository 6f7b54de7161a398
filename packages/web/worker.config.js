import { textsPath } from './catalogues.js';

/** One classic script, because not every browser runs modules in service workers. */
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
