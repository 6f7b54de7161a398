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
const IDLE_TIMEOUT_MS = 20_000;
const PART_BYTES = 8 * 1024 * 1024;
const LINK_SECONDS = 300;
const MAX_CONCURRENT_DELETIONS = 8;

export interface ObjectInfo {
  size: number;
  modifiedMs: number;
}

/** Methods throw FileStoreUnavailable, or ENOENT for a missing object. */
export interface Bucket {
  find(key: string): Promise<ObjectInfo | undefined>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  upload(key: string, source: string | Readable): Promise<void>;
  put(key: string, bytes: Buffer, options?: { ifAbsent?: boolean }): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  list(prefix: string): AsyncIterable<(ObjectInfo & { key: string })[]>;
  folders(prefix: string): Promise<string[]>;
  /** Anyone with the URL can read the object for five minutes. */
  linkTo(key: string, headers: { contentType: string; contentDisposition: string }): Promise<string>;
  check(): Promise<void>;
  close(): void;
}

/** Uses the AWS SDK's credentials: environment, profile or role. */
export function openBucket(address: S3Address): Bucket {
  return new S3Bucket(address);
}

class S3Bucket implements Bucket {
  readonly #client: S3Client;
  readonly #address: S3Address;

  constructor(address: S3Address) {
    this.#address = address;
    this.#client = new S3Client({
      region: address.region,
      forcePathStyle: address.usesPathStyle,
      ...(address.endpoint && { endpoint: address.endpoint }),
      // Other stores than Amazon S3 reject the SDK's default trailing checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: IDLE_TIMEOUT_MS },
    });
  }

  async find(key: string): Promise<ObjectInfo | undefined> {
    try {
      const { ContentLength = 0, LastModified } = await translateErrors(
        this.#client.send(new HeadObjectCommand(this.#at(key))),
      );
      return { size: ContentLength, modifiedMs: LastModified?.getTime() ?? 0 };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const command = new GetObjectCommand({ ...this.#at(key), ...(Range && { Range }) });
    const { Body } = await translateErrors(this.#client.send(command));
    return Body as Readable;
  }

  async upload(key: string, source: string | Readable): Promise<void> {
    const Body = typeof source === 'string' ? createReadStream(source) : source;
    const params = { ...this.#written(key), Body };
    await translateErrors(new Upload({ client: this.#client, params, partSize: PART_BYTES }).done());
  }

  async put(key: string, bytes: Buffer, { ifAbsent = false } = {}): Promise<void> {
    const put = async (condition: { IfNoneMatch?: string }) => {
      const command = new PutObjectCommand({ ...this.#written(key), ...condition, Body: bytes });
      await translateErrors(this.#client.send(command));
    };
    if (!ifAbsent) return put({});
    await put({ IfNoneMatch: '*' }).catch(async (error: FileStoreUnavailable) => {
      const status = statusOf(error.cause);
      // Swift does not support If-None-Match, so the last of two writes wins.
      if (status === 501) await put({});
      else if (status !== 412) throw error;
    });
  }

  // For a bulk request, Swift requires an MD5, which the SDK no longer sends.
  async remove(keys: readonly string[]): Promise<void> {
    const removeOne = (key: string) =>
      translateErrors(this.#client.send(new DeleteObjectCommand(this.#at(key)))).catch(unlessMissing);
    for (let from = 0; from < keys.length; from += MAX_CONCURRENT_DELETIONS)
      await Promise.all(keys.slice(from, from + MAX_CONCURRENT_DELETIONS).map(removeOne));
  }

  async *list(under: string): AsyncGenerator<(ObjectInfo & { key: string })[]> {
    const { prefix } = this.#address;
    for await (const { Contents = [] } of this.#listed(under))
      yield Contents.map(({ Key = '', Size = 0, LastModified }) => ({
        key: Key.slice(prefix.length),
        size: Size,
        modifiedMs: LastModified?.getTime() ?? 0,
      }));
  }

  async folders(under: string): Promise<string[]> {
    const { length } = this.#address.prefix + under;
    const names: string[] = [];
    for await (const { CommonPrefixes = [] } of this.#listed(under, '/'))
      names.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(length, -1)));
    return names;
  }

  linkTo(
    key: string,
    { contentType, contentDisposition }: { contentType: string; contentDisposition: string },
  ): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentType,
      ResponseContentDisposition: contentDisposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(this.#client, command, { expiresIn: LINK_SECONDS });
  }

  async check(): Promise<void> {
    await translateErrors(this.#client.send(new HeadBucketCommand({ Bucket: this.#address.bucket })));
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string) {
    const { bucket, prefix } = this.#address;
    return { Bucket: bucket, Key: prefix + key };
  }

  #written(key: string) {
    const { encryption } = this.#address;
    return {
      ...this.#at(key),
      ...(encryption && {
        ServerSideEncryption: encryption.algorithm,
        ...(encryption.keyId && { SSEKMSKeyId: encryption.keyId }),
      }),
      ChecksumAlgorithm: 'SHA256' as const,
    };
  }

  async *#listed(under: string, delimiter?: string) {
    const { bucket, prefix } = this.#address;
    for (let token: string | undefined; ; ) {
      const command = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + under,
        ...(delimiter && { Delimiter: delimiter }),
        ...(token && { ContinuationToken: token }),
      });
      const page = await translateErrors(this.#client.send(command));
      yield page;
      token = page.NextContinuationToken;
      if (!token) return;
    }
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function translateErrors<Answer>(call: Promise<Answer>): Promise<Answer> {
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
