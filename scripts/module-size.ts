import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const web = fileURLToPath(new URL('../packages/web', import.meta.url));
const ENTRY = 'virtual:module';

/**
 * What an embed of a module would be: the module alone, with Preact and the client, and nothing of the app around it.
 * @param component what is drawn, like `Chat`
 * @param file where it is, below packages/web/src
 * @param context what it calls the thing that it is given
 */
const sourceOf = (component: string, file: string, context = 'binder') => `
  import { h, render } from 'preact';
  import { createClient, indexedDbStorage, realtime } from '@ringbinder/client';
  import { ${component} } from '/src/${file}';
  const channel = realtime(createClient({ baseUrl: '/', token: '' }), { storage: indexedDbStorage('') });
  render(h(${component}, { ${context}: { channel } }), document.body);
`;

const modules = {
  chat: sourceOf('Chat', 'chat/index.tsx'),
  clip: sourceOf('Clip', 'clip/index.tsx', 'context'),
  draw: sourceOf('Draw', 'draw/index.tsx'),
  viewer: sourceOf('Viewer', 'viewer/index.tsx'),
  meet: `${sourceOf('Meet', 'meet/index.tsx', 'context')}
  import { joinMeet } from '@ringbinder/client/meet';
  window.joinMeet = joinMeet;
`,
  timeline: sourceOf('Timeline', 'timeline/timeline.tsx'),
};

/** The modules whose size has a budget. */
export type ModuleName = keyof typeof modules;

/** Builds a program of its own against packages/web, as the pages are built. Gives its files. @param source an ES module */
export async function buildAlone(source: string) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  const built = await build({
    root: web,
    logLevel: 'error',
    plugins: [
      {
        name: 'module-alone',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? source : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY } },
  });
  if (before === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = before;
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('nothing was built');
  return bundle.output;
}

/** What a browser loads at once for a module, and what when it is needed: the code of each file. */
export async function moduleCode(name: ModuleName): Promise<{ eager: string[]; later: string[] }> {
  const output = await buildAlone(modules[name]);
  const chunks = new Map(
    output.filter((each) => each.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  );
  const eager = new Set<string>();
  const follow = (fileName: string) => {
    if (eager.has(fileName)) return;
    eager.add(fileName);
    chunks.get(fileName)?.imports.forEach(follow);
  };
  for (const { fileName, isEntry } of chunks.values()) if (isEntry) follow(fileName);
  const codeOf = (isEager: boolean) =>
    [...chunks.values()].filter(({ fileName }) => eager.has(fileName) === isEager).map(({ code }) => code);
  return { eager: codeOf(true), later: codeOf(false) };
}

/** What a browser loads at once for a module: bytes, compressed by gzip. */
export async function moduleSize(name: ModuleName): Promise<number> {
  return (await moduleCode(name)).eager.reduce((sum, code) => sum + gzipSync(code).length, 0);
}
