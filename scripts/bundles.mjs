// Builds the browser bundles. The arguments are the directories for the pages, the SDK and the gallery. The
// script build-web.mjs runs this script with the project's own Node.
import { build } from 'vite';
import { doctorConfig, sdkConfig, signInConfig } from '../packages/sdk/vite.config.js';
import { embedConfig } from '../packages/web/embed.config.js';
import { galleryConfig } from '../packages/web/gallery.config.js';
import pages from '../packages/web/vite.config.js';
import { workerConfig } from '../packages/web/worker.config.js';

/** Names of the modules. The list must equal the list in packages/protocol/src/embed/frames.ts. */
const MODULES = ['chat', 'pages', 'todos', 'timeline', 'home', 'draw', 'clip', 'meet', 'transaction'];

const [web, sdk, gallery] = process.argv.slice(2);
const into = (outDir, config) =>
  build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, outDir, emptyOutDir: false },
  });

await into(sdk, sdkConfig('iife'));
await into(sdk, sdkConfig('es'));
await into(sdk, doctorConfig);
await into(sdk, signInConfig);
await into(web, pages);
for (const module of MODULES) await into(web, embedConfig(module));
await into(web, workerConfig);
await into(gallery, galleryConfig);
