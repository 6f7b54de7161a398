import pages, { plainImports } from './vite.config.js';

/** What the index of the client names, and what starts a module has no use for. */
const UPLOADS = /client\/src\/(upload|browser-request|listing)\.ts$/;
const TABS = /\/tabs\/(tabs|shared-connection)\.ts$/;

/**
 * A module that the SDK embeds is a build of its own: together with the pages it would share a dozen small chunks with
 * them, which made Chat 10 kB larger, and Timeline of the app 4 kB.
 */
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
        // An embedded module has a connection of its own: what tabs share is 2 kB that it never uses.
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
        // An approval has neither a session nor the parts of a binder: it starts by itself, in one file.
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
 * What a module is drawn with at once is one chunk, beside the one that it is started by: left alone it would be fifteen,
 * for the parts that are loaded later have some of it as well.
 */
function chunkOfModule(module) {
  const start = `${import.meta.dirname}/src/embed/entry.ts`;
  const draws = `${import.meta.dirname}/src/embed/${module}.tsx`;
  let drawn;
  let started;
  const reach = (id, context, into = new Set()) => {
    if (into.has(id)) return into;
    into.add(id);
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reach(next, context, into);
    return into;
  };
  return (id, context) => {
    drawn ??= reach(draws, context);
    started ??= reach(start, context);
    return drawn.has(id) && (!started.has(id) || UPLOADS.test(id)) ? 'module' : null;
  };
}
