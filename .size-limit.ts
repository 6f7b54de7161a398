import {
  embedScriptsOf,
  type PageScripts,
  pageScriptsOf,
  scriptsThatDraw,
} from './packages/server/src/features/web/manifest.ts';

/** Loaded before the first draw. */
const scripts = ({ script, preloads }: PageScripts) =>
  [script, ...preloads].map((path) => `packages/web/dist${path}`);
const sdk = (name: string, limit: string) => ({ name, limit, path: `packages/sdk/dist/${name}` });
const embed = (module: Parameters<typeof embedScriptsOf>[0], limit: string) => ({
  name: `embedded ${module}`,
  limit,
  path: scripts(embedScriptsOf(module)),
});

export default [
  sdk('service.js', '10 kB'),
  sdk('service.mjs', '10 kB'),
  sdk('sign-in.mjs', '4 kB'),
  embed('chat', '60 kB'),
  embed('timeline', '40 kB'),
  embed('home', '50 kB'),
  embed('draw', '80 kB'),
  embed('clip', '50 kB'),
  embed('pages', '60 kB'),
  embed('todos', '60 kB'),
  embed('meet', '160 kB'),
  { name: 'app', limit: '40 kB', path: scripts(pageScriptsOf('app')) },
  { name: 'viewer', limit: '75 kB', path: scripts(scriptsThatDraw('src/viewer/index.tsx')) },
  { name: 'meet of a guest', limit: '160 kB', path: scripts(pageScriptsOf('meet')) },
].map((check) => ({ ...check, gzip: true }));
