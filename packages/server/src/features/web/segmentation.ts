import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type App, acceptsGzip } from '../../http/index.ts';
import { cachedPromise } from '../../storage/promise-cache.ts';

const { resolve } = createRequire(import.meta.url);
const compress = promisify(gzip);

const files = {
  'vision.mjs': ['@mediapipe/tasks-vision', 'text/javascript; charset=utf-8'],
  'runtime.js': ['@mediapipe/tasks-vision/vision_wasm_module_internal.js', 'text/javascript; charset=utf-8'],
  'runtime.wasm': ['@mediapipe/tasks-vision/vision_wasm_module_internal.wasm', 'application/wasm'],
  'person.tflite': [
    '@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite',
    'application/octet-stream',
  ],
} as const;

/** The packages' versions are pinned, so the files change only with a release. */
const CACHE = 'public, max-age=86400';

const PIECE_BYTES = 1024 * 1024;

/** Compression takes seconds of CPU time. */
const compressed = new Map<string, Promise<Buffer>>();

export function segmentationRoutes(app: App): void {
  for (const [name, [source, type]] of Object.entries(files)) {
    const path = () => resolve(source).replace(/vision_bundle\.cjs$/, 'vision_bundle.mjs');
    const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
    app.get(`/assets/segmentation/${name}`, open, async (request, reply) => {
      reply
        .type(type)
        .header('cache-control', CACHE)
        .header('vary', 'accept-encoding')
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header('cross-origin-embedder-policy', 'require-corp');
      // A client without Accept-Encoding accepts any coding (RFC 9110, 12.5.3). Streaming avoids blocking the
      // process with 10 MB.
      if (request.headers['accept-encoding'] !== undefined && !acceptsGzip(request))
        return reply.send(createReadStream(path(), { highWaterMark: PIECE_BYTES }));
      const content = await cachedPromise(compressed, name, async () =>
        compress(await readFile(path()), { level: 9 }),
      );
      return reply.header('content-encoding', 'gzip').send(content);
    });
  }
}
