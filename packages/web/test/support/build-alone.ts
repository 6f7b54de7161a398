import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const web = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = 'virtual:module';

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
