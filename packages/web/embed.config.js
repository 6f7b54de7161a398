import pages, { plainImports, reach } from './vite.config.js';

/** Files of the client package that a module does not need at start. */
const UPLOADS = /client\/src\/(upload|browser-request|resumable-upload\/pause)\.ts$/;
const LISTING = /client\/src\/listing\.ts$/;
const TABS = /\/tabs\/(tabs|shared-connection)\.ts$/;

/** Each module has its own build, because sharing small chunks with the pages made Chat 10 kB larger. */
export function embedConfig(module) {
  const isAlone = module === 'transaction';
  return {
    ...pages,
    plugins: [
      plainImports,
      {
        name: 'embed-module',
        enforce: 'pre',
        resolveId: (id) =>
          id === 'embed-module'
            ? `${import.meta.dirname}/src/embed/${module}.tsx`
            : TABS.test(id)
              ? '\0no-tabs'
              : undefined,
        // Embedded modules do not share connections between tabs. Omitting the code for sharing saves 2 kB.
        load: (id) =>
          id === '\0no-tabs'
            ? 'export const openTabs = () => undefined; export const createSharedConnection = undefined;'
            : undefined,
      },
    ],
    build: {
      ...pages.build,
      assetsDir: `assets/${module}`,
      manifest: `${module}.json`,
      emptyOutDir: false,
      rolldownOptions: {
        // The approval module needs neither a session nor parts of a binder, so it is built as a single file.
        input: isAlone ? `src/embed/${module}/entry.tsx` : 'src/embed/entry.ts',
        preserveEntrySignatures: false,
        ...(!isAlone && {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [{ name: chunkOfModule(module) }],
            },
          },
        }),
      },
    },
  };
}

/**
 * Puts a module into two chunks, one that starts it and one that draws it. Vite's default would be fifteen
 * chunks.
 */
function chunkOfModule(module) {
  const start = `${import.meta.dirname}/src/embed/entry.ts`;
  const draws = `${import.meta.dirname}/src/embed/${module}.tsx`;
  let drawn;
  let started;
  return (id, context) => {
    drawn ??= reach(draws, context);
    started ??= reach(start, context);
    // Chat loads the code for uploads after the chat is first drawn.
    if (module === 'chat' && UPLOADS.test(id)) return null;
    return drawn.has(id) && (!started.has(id) || UPLOADS.test(id) || LISTING.test(id)) ? 'module' : null;
  };
}
