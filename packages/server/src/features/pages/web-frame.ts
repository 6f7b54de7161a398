import type { FastifyReply } from 'fastify';

/** How a web page looks without its own styles: as wide as its frame, in letters of a usual size. */
const STYLE =
  'body{margin:0 auto;max-width:46rem;padding:1.5rem;font:16px/1.6 system-ui,sans-serif;color:#1b211d;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.25rem .5rem}pre{overflow:auto}';

/**
 * Sends what may be shown of a web page for a frame. It was cleaned of all that runs or loads, and the policy says so a
 * second time: no script, nothing from anywhere, an origin of its own; its links open in new tabs.
 */
export function sendFramed(reply: FastifyReply, clean: Buffer): FastifyReply {
  const styled = clean.toString('utf8').replace('</head>', `<style>${STYLE}</style></head>`);
  // It stands in frames of modules, which say the same of embedding (features/web/embed.ts).
  return reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-embedder-policy', 'require-corp')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header(
      'content-security-policy',
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
    )
    .send(styled);
}
