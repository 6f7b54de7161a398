import type { Readable } from 'node:stream';
import type { StoreLabels } from './labels.ts';

export interface ReceivedBytes {
  path: string;
  sha256: string;
  size: number;
  /** Optional: uploads before a transaction, so that `keep` takes milliseconds within it. */
  prepare(): Promise<void>;
  /** Stores the bytes durably. Idempotent. */
  keep(): Promise<void>;
  /** Harmless after `keep`. */
  drop(): Promise<void>;
}

/** Survives restarts. The caller must record how many bytes are valid. */
export interface PartialFile {
  /** The caller must prevent concurrent writes. Throws the system's error. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** `to` is exclusive. */
  read(from: number, to: number): Readable;
  /**
   * `keep` leaves the partial file in place, so that a failed transaction can be retried. Throws ENOENT if it does
   * not exist, unless `size` is 0.
   */
  whole(size: number, sha256: string): Promise<ReceivedBytes>;
  /** Removes data of a failed write and returns the path. Throws ENOENT if the file does not exist. */
  cutTo(size: number): Promise<string>;
  /** Harmless if it does not exist. */
  remove(): Promise<void>;
}

/** Both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Files by the SHA-256 of their content. */
export interface FileStore {
  /** Syncs a temporary file. Throws the stream's error, or `ByteLimitExceeded`, and leaves no file. */
  receive(stream: Readable, maxBytes: number): Promise<ReceivedBytes>;
  /** Throws ENOENT if the file does not exist. */
  read(sha256: string, range?: ByteRange): Readable;
  /** In a remote store the file exists only after `fetch`. */
  pathOf(sha256: string): string;
  /** Returns undefined for paths that are not from `pathOf`. */
  hashAt(path: string): string | undefined;
  /** Keeps the file at its path for at least an hour. Throws ENOENT if it does not exist. */
  fetch(sha256: string): Promise<void>;
  has(sha256: string): Promise<boolean>;
  /** Browsers can use the URL for five minutes; undefined if they must read from the service. */
  linkTo(
    sha256: string,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | undefined>;
  /** Files of an ended process are deleted within three hours, others after a day. */
  newTemporary(): string;
  temporaryUsage(): Promise<{ count: number; bytes: number }>;
  /** The file may not exist. */
  derivedPathOf(name: string): string;
  /** Null if the file does not exist. */
  readDerived(name: string): Promise<Buffer | null>;
  /** Derived files may be lost at any time. */
  writeDerived(name: string, bytes: Buffer): Promise<void>;
  /** Removes files older than `ageMs`, then the oldest above `maxBytes`. */
  removeDerived(folder: string, ageMs: number, maxBytes?: number): Promise<void>;
  hashes(): AsyncIterable<string[]>;
  /**
   * Removes a file and its derived files if the file is older than `ageMs`. The caller must ensure that the file is not
   * stored again meanwhile.
   */
  remove(sha256: string, ageMs: number): Promise<void>;
  /** The creator must remove it. */
  partial(name: string): PartialFile;
  partials(): Promise<string[]>;
  /** Removes files of ended processes, and those older than `ageMs`. */
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
