import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ByteRange, FileStoreUnavailable } from '../store.ts';
import type { S3Address } from './address.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** Nothing has been sent or received for this long. */
const IDLE_TIMEOUT_MS = 20_000;
const PART_BYTES = 8 * 1024 * 1024;
const LINK_SECONDS = 300;
const DELETED_AT_ONCE = 8;

export interface ObjectInfo {
  size: number;
  modifiedMs: number;
}

/** The objects of a bucket below a prefix. Its methods throw FileStoreUnavailable, and ENOENT for an object that is not there. */
export interface Bucket {
  find(key: string): Promise<ObjectInfo | undefined>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Writes an object from a file, in parts where it is large, each with a SHA-256 that the store checks. */
  upload(key: string, path: string): Promise<void>;
  /** Writes an object that fits into memory. @param options `ifAbsent` leaves one that is there */
  put(key: string, bytes: Buffer, options?: { ifAbsent?: boolean }): Promise<void>;
  /** Removes objects; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** The keys below a prefix with their sizes, a thousand at a time, in their order. */
  list(prefix: string): AsyncIterable<{ key: string; size: number }[]>;
  /** The names of the folders below a prefix. */
  folders(prefix: string): Promise<string[]>;
  /** An address at which whoever has it reads an object for some minutes. */
  linkTo(key: string, headers: { contentType: string; contentDisposition: string }): Promise<string>;
  /** Rejects when the bucket cannot be reached. */
  check(): Promise<void>;
  close(): void;
}

/** Opens a bucket with the credentials that the AWS SDK finds: the environment, a profile, the machine's role. */
export function openBucket(address: S3Address): Bucket {
  const client = new S3Client({
    region: address.region,
    forcePathStyle: address.usesPathStyle,
    ...(address.endpoint && { endpoint: address.endpoint }),
    // Stores that are not Amazon's refuse the trailing checksums that the SDK adds unasked; ours are named below.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: IDLE_TIMEOUT_MS },
  });
  const { bucket: Bucket, prefix, encryption } = address;
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const encrypted = encryption && {
    ServerSideEncryption: encryption.algorithm,
    ...(encryption.keyId && { SSEKMSKeyId: encryption.keyId }),
  };

  async function* listed(under: string, delimiter?: string) {
    for (let token: string | undefined; ; ) {
      const page = await translated(
        client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix + under,
            ...(delimiter && { Delimiter: delimiter }),
            ...(token && { ContinuationToken: token }),
          }),
        ),
      );
      yield page;
      token = page.NextContinuationToken;
      if (!token) return;
    }
  }

  return {
    async find(key) {
      try {
        const { ContentLength = 0, LastModified } = await translated(
          client.send(new HeadObjectCommand(at(key))),
        );
        return { size: ContentLength, modifiedMs: LastModified?.getTime() ?? 0 };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await translated(
        client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) })),
      );
      return Body as Readable;
    },
    async upload(key, path) {
      const params = {
        ...at(key),
        ...encrypted,
        Body: createReadStream(path),
        ChecksumAlgorithm: 'SHA256' as const,
      };
      await translated(new Upload({ client, params, partSize: PART_BYTES }).done());
    },
    async put(key, bytes, { ifAbsent = false } = {}) {
      const put = (condition: { IfNoneMatch?: string }) =>
        translated(
          client.send(
            new PutObjectCommand({
              ...at(key),
              ...encrypted,
              ...condition,
              Body: bytes,
              ChecksumAlgorithm: 'SHA256',
            }),
          ),
        );
      if (!ifAbsent) return void (await put({}));
      await put({ IfNoneMatch: '*' }).catch(async (error: FileStoreUnavailable) => {
        const status = statusOf(error.cause);
        // Swift has no such condition. Of two who write at once there the last one counts, and both read what does.
        if (status === 501) await put({});
        else if (status !== 412) throw error;
      });
    },
    // One by one: for many at a time Swift wants an MD5 of the list, which the SDK no longer sends.
    async remove(keys) {
      for (let from = 0; from < keys.length; from += DELETED_AT_ONCE)
        await Promise.all(
          keys
            .slice(from, from + DELETED_AT_ONCE)
            .map((key) => translated(client.send(new DeleteObjectCommand(at(key)))).catch(unlessMissing)),
        );
    },
    async *list(under) {
      for await (const { Contents = [] } of listed(under))
        yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key.slice(prefix.length), size: Size }));
    },
    async folders(under) {
      const names: string[] = [];
      for await (const { CommonPrefixes = [] } of listed(under, '/'))
        names.push(
          ...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(prefix.length + under.length, -1)),
        );
      return names;
    },
    linkTo: (key, { contentType, contentDisposition }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...at(key),
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition,
          ResponseCacheControl: 'private, no-store',
        }),
        { expiresIn: LINK_SECONDS },
      ),
    check: async () => void (await translated(client.send(new HeadBucketCommand({ Bucket })))),
    close: () => client.destroy(),
  };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** What is thrown of a call: ENOENT for an object that is not there, and FileStoreUnavailable for all else. */
async function translated<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket')
      throw Object.assign(new Error('the file store has no such object', { cause: error }), {
        code: 'ENOENT',
      });
    throw new FileStoreUnavailable(error);
  }
}
