import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export async function bytesOnTheWire(origin: string, path: string): Promise<number> {
  const request = get(origin + path, { headers: { 'accept-encoding': 'gzip' } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const sent = await buffer(response);
  assert.equal(response.statusCode, 200, path);
  assert.equal(response.headers['content-encoding'], 'gzip', path);
  assert.ok(gunzipSync(sent).length > sent.length, `${path}: a chunk that is too small for itself`);
  return sent.length;
}
