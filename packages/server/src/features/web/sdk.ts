import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type App, acceptsGzip } from '../../http/index.ts';

const dist = new URL('../../../../sdk/dist/', import.meta.url);
/** The URL contains no version, so browsers must revalidate soon. */
const CACHE = 'public, max-age=300, stale-while-revalidate=86400';

export function sdkRoutes(app: App): void {
  for (const name of ['service.js', 'service.mjs', 'doctor.mjs', 'sign-in.mjs']) {
    const built = read(name);
    if (!built) continue;
    const { content, gzipped, etag } = built;
    app.get(`/sdk/${name}`, { schema: { hide: true }, config: { auth: 'none' } }, async (request, reply) => {
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', CACHE)
        .header('etag', etag)
        .header('vary', 'accept-encoding')
        .header('x-content-type-options', 'nosniff')
        // Cross-origin isolated pages require this header.
        .header('cross-origin-resource-policy', 'cross-origin');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return acceptsGzip(request)
        ? reply.header('content-encoding', 'gzip').send(gzipped)
        : reply.send(content);
    });
  }
}

interface Script {
  content: Buffer;
  gzipped: Buffer;
  etag: string;
}

const scripts = new Map<string, Script>();

function read(name: string): Script | undefined {
  const cached = scripts.get(name);
  if (cached) return cached;
  try {
    const content = readFileSync(new URL(name, dist));
    const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    const script = { content, gzipped: gzipSync(content, { level: 9 }), etag: `W/"${digest}"` };
    scripts.set(name, script);
    return script;
  } catch {
    return undefined;
  }
}
