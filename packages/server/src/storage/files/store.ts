import type { Readable } from 'node:stream';
import type { StoreLabels } from './labels.ts';

export interface ReceivedBytes {
  path: string;
  sha256: string;
  size: number;
  /** Optional, before a transaction; `keep` then takes milliseconds. */
  prepare(): Promise<void>;
  /** Stores the bytes durably. Idempotent. */
  keep(): Promise<void>;
  /** Harmless after `keep`. */
  drop(): Promise<void>;
}

/** Survives restarts. The caller records valid bytes. */
export interface PartialFile {
  /** One at a time. Throws the system's error. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** `to` is exclusive. */
  read(from: number, to: number): Readable;
  /**
   * `keep` leaves the partial file, for retries of a failed transaction. Throws ENOENT, unless `size` is 0.
   */
  whole(size: number, sha256: string): Promise<ReceivedBytes>;
  /** Without a failed write's data. Returns the path. Throws ENOENT. */
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
  /** Throws ENOENT. */
  read(sha256: string, range?: ByteRange): Readable;
  /** Remote files need `fetch` first. */
  pathOf(sha256: string): string;
  /** Undefined for other paths. */
  hashAt(path: string): string | undefined;
  /** Keeps the file at its path for at least an hour. Throws ENOENT if it does not exist. */
  fetch(sha256: string): Promise<void>;
  has(sha256: string): Promise<boolean>;
  /** Browsers can use the URL for five minutes; undefined if they must read from the service. */
  linkTo(
    sha256: string,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | undefined>;
  /** Deleted within three hours after its process, otherwise after a day. */
  newTemporary(): string;
  temporaryUsage(): Promise<{ count: number; bytes: number }>;
  /** May be missing. */
  derivedPathOf(name: string): string;
  /** Null if missing. */
  readDerived(name: string): Promise<Buffer | null>;
  /** May be lost at any time. */
  writeDerived(name: string, bytes: Buffer): Promise<void>;
  /** Older than `ageMs`, then the oldest above `maxBytes`. */
  removeDerived(folder: string, ageMs: number, maxBytes?: number): Promise<void>;
  hashes(): AsyncIterable<string[]>;
  /** With derived files, if older than `ageMs`. The caller prevents storing meanwhile. */
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
