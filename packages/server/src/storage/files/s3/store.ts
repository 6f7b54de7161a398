import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { StoreLabels } from '../labels.ts';
import type { FileStore, ReceivedBytes } from '../store.ts';
import { makePrivate, openWorkspace } from '../workspace.ts';
import type { S3Address } from './address.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { createFetchCache, verified } from './cache.ts';
import { bucketPartial } from './partial.ts';

const CONTENT = 'content/';
const keyOf = (sha256: string) => `${CONTENT}${sha256.slice(0, 2)}/${sha256.slice(2)}`;

export interface S3StoreOptions {
  /** Files in this directory may be lost at any time. */
  directory: string;
  maxCacheBytes: number;
  linksDirectly: boolean;
}

export async function openS3FileStore(address: S3Address, options: S3StoreOptions): Promise<FileStore> {
  const { directory, maxCacheBytes, linksDirectly } = options;
  const bucket = openBucket(address);
  const { receive, removeDerivedFrom, removeForgotten, close, ...workspace } = await openWorkspace(directory);
  const [cached, assembled] = [join(directory, 'cached'), join(directory, 'assembled')];
  await makePrivate(cached, assembled);
  const cache = createFetchCache(cached, {
    read: (sha256) => bucket.read(keyOf(sha256)),
    newTemporary: workspace.newTemporary,
    maxBytes: maxCacheBytes,
  });
  const received = (file: { path: string; sha256: string; size: number }) => receivedBytes(bucket, file);

  return {
    ...workspace,
    pathOf: cache.pathOf,
    labels: bucketLabels(bucket, address),
    receive: async (stream, maxBytes) => received(await receive(stream, maxBytes)),
    hashAt: cache.hashAt,
    fetch: cache.fetch,
    has: async (sha256) => (await bucket.find(keyOf(sha256))) !== undefined,
    read(sha256, range) {
      const chunks = async function* () {
        yield* (await bucket.read(keyOf(sha256), range)) as AsyncIterable<Buffer>;
      };
      return Readable.from(range ? chunks() : verified(chunks(), sha256), { objectMode: false });
    },
    linkTo: async (sha256, headers) => (linksDirectly ? bucket.linkTo(keyOf(sha256), headers) : undefined),
    async *hashes() {
      for await (const page of bucket.list(CONTENT))
        yield page.map(({ key }) => key.slice(CONTENT.length).replace('/', ''));
    },
    async remove(sha256, ageMs) {
      const object = await bucket.find(keyOf(sha256));
      if (object && object.modifiedMs >= Date.now() - ageMs) return;
      if (object) await bucket.remove([keyOf(sha256)]);
      await cache.remove(sha256);
      await removeDerivedFrom(sha256);
    },
    partial: (name) => bucketPartial(bucket, name, { path: join(assembled, name), receive: received }),
    partials: () => bucket.folders('partial/'),
    async removeForgotten(ageMs) {
      await removeForgotten(ageMs);
      await cache.trim();
    },
    check: () => bucket.check(),
    async close() {
      bucket.close();
      await close();
    },
  };
}

/** Another process may have removed the object since `prepare`. */
function receivedBytes(bucket: Bucket, file: { path: string; sha256: string; size: number }): ReceivedBytes {
  const key = keyOf(file.sha256);
  let isUploaded = false;
  const uploadIfMissing = async () => {
    if ((await bucket.find(key))?.size !== file.size) await bucket.upload(key, file.path);
  };
  return {
    ...file,
    prepare: uploadIfMissing,
    async keep() {
      if (isUploaded) return;
      await uploadIfMissing();
      isUploaded = true;
    },
    drop: () => rm(file.path, { force: true }),
  };
}

function bucketLabels(bucket: Bucket, { bucket: name, prefix }: S3Address): StoreLabels {
  const place = `s3://${name}/${prefix}`;
  const read = async (label: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of await bucket.read(label)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString().trim();
  };

  return {
    place,
    whereIs: (label) => place + label,
    write: (label, text) => bucket.put(label, Buffer.from(`${text}\n`)),
    async readOrWrite(label, text) {
      if ((await bucket.find(label)) === undefined)
        await bucket.put(label, Buffer.from(`${text}\n`), { ifAbsent: true });
      return read(label);
    },
    async isEmpty() {
      for await (const page of bucket.list(CONTENT)) if (page.length > 0) return false;
      return true;
    },
  };
}
