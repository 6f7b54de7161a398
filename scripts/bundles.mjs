// Builds the browser bundles into three folders. build-web.mjs runs it with the project's own Node.
//
// node scripts/bundles.mjs <folder of the pages> <folder of the SDK> <folder of the gallery>
import { build } from 'vite';
import { doctorConfig, sdkConfig, signInConfig } from '../packages/sdk/vite.config.js';
import { embedConfig } from '../packages/web/embed.config.js';
import { galleryConfig } from '../packages/web/gallery.config.js';
import pages from '../packages/web/vite.config.js';
import { workerConfig } from '../packages/web/worker.config.js';

/** Must equal the list in packages/protocol/src/embed/frames.ts. */
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
