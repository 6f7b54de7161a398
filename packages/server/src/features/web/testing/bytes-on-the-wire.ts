import assert from 'node:assert/strict';
import { get } from 'node:http';
import { gunzipSync } from 'node:zlib';

export function bytesOnTheWire(origin: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(origin + path, { headers: { 'accept-encoding': 'gzip' } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const sent = Buffer.concat(chunks);
      assert.equal(response.statusCode, 200, path);
      assert.equal(response.headers['content-encoding'], 'gzip', path);
      assert.ok(gunzipSync(sent).length > sent.length, `${path}: a chunk that is too small for itself`);
      resolve(sent.length);
    });
    request.on('error', reject);
  });
}
