import type { Readable } from 'node:stream';
import type { StoreLabels } from './labels.ts';

export interface ReceivedBytes {
  path: string;
  sha256: string;
  size: number;
  /** Optional before a transaction: `keep` then takes only milliseconds. */
  prepare(): Promise<void>;
  keep(): Promise<void>;
  drop(): Promise<void>;
}

/** Survives restarts. The caller records which bytes are valid. */
export interface PartialFile {
  write(bytes: Buffer, position: number): Promise<void>;
  /** `to` is exclusive. */
  read(from: number, to: number): Readable;
  /**
   * `keep` leaves the partial file, so that a failed transaction can be retried. Throws ENOENT for a missing
   * file, unless `size` is 0.
   */
  whole(size: number, sha256: string): Promise<ReceivedBytes>;
  cutTo(size: number): Promise<string>;
  remove(): Promise<void>;
}

/** Both ends are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileStore {
  /** Throws the stream's error or `ByteLimitExceeded`, and leaves no file. */
  receive(stream: Readable, maxBytes: number): Promise<ReceivedBytes>;
  read(sha256: string, range?: ByteRange): Readable;
  /** For a remote file, call `fetch` first. */
  pathOf(sha256: string): string;
  hashAt(path: string): string | undefined;
  /** Makes the file available at its path for an hour. Throws ENOENT. */
  fetch(sha256: string): Promise<void>;
  has(sha256: string): Promise<boolean>;
  /** Valid for five minutes. Undefined if the service must send the bytes. */
  linkTo(
    sha256: string,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | undefined>;
  /** Removed within three hours after its process has ended, or after a day. */
  newTemporary(): string;
  temporaryUsage(): Promise<{ count: number; bytes: number }>;
  derivedPathOf(name: string): string;
  readDerived(name: string): Promise<Buffer | null>;
  /** Derived files may be lost at any time. */
  writeDerived(name: string, bytes: Buffer): Promise<void>;
  removeDerived(folder: string, ageMs: number, maxBytes?: number): Promise<void>;
  hashes(): AsyncIterable<string[]>;
  /**
   * Also removes derived files. The caller must ensure that nobody stores the same file during the removal.
   */
  remove(sha256: string, ageMs: number): Promise<void>;
  partial(name: string): PartialFile;
  partials(): Promise<string[]>;
  removeForgotten(ageMs: number): Promise<void>;
  readonly labels: StoreLabels;
  check(): Promise<void>;
  close(): Promise<void>;
}

export class ByteLimitExceeded extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'ByteLimitExceeded';
    this.maxBytes = maxBytes;
  }
}

export class FileStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the file store is unavailable', { cause });
    this.name = 'FileStoreUnavailable';
  }
}
