import type { Readable } from 'node:stream';
import type { StoreLabels } from './labels.ts';

/** Received bytes in a temporary file, to be stored or dropped. */
export interface ReceivedBytes {
  path: string;
  sha256: string;
  size: number;
  /** Optional: uploads the bytes before a transaction, so that `keep` is fast within it. */
  prepare(): Promise<void>;
  /** Stores the bytes durably under their hash. Takes milliseconds after `prepare`. Idempotent. */
  keep(): Promise<void>;
  /** Removes the temporary file. Harmless after `keep`. */
  drop(): Promise<void>;
}

/** A file that is uploaded in pieces and survives restarts. The caller must record how many of its bytes are valid. */
export interface PartialFile {
  /** Writes and syncs bytes at a position. The caller must prevent concurrent writes. Throws the system's error. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** Reads from a position up to, but not including, another one. */
  read(from: number, to: number): Readable;
  /**
   * The first `size` bytes, ready to be stored. `keep` leaves the partial file in place, so that a failed transaction
   * can be retried; `drop` does nothing. Throws ENOENT if the file does not exist, unless `size` is 0.
   */
  whole(size: number, sha256: string): Promise<ReceivedBytes>;
  /**
   * Truncates the file to `size` bytes, to remove data of a failed write, and returns its path for programs that need a
   * file. Throws ENOENT if it does not exist.
   */
  cutTo(size: number): Promise<string>;
  /** Harmless if it does not exist. */
  remove(): Promise<void>;
}

/** Byte positions, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Files by the SHA-256 of their content. */
export interface FileStore {
  /**
   * Writes a stream to a temporary file while hashing it, and syncs the file. Throws the stream's error, or
   * `ByteLimitExceeded` above `maxBytes`; then no temporary file is left.
   */
  receive(stream: Readable, maxBytes: number): Promise<ReceivedBytes>;
  /** Throws ENOENT if the file does not exist. */
  read(sha256: string, range?: ByteRange): Readable;
  /** The local path of a file for programs. Exists only after `fetch` in a remote store. */
  pathOf(sha256: string): string;
  /** The hash of the file at a path from `pathOf`; undefined for any other path. */
  hashAt(path: string): string | undefined;
  /** Makes a file available at its path for at least an hour. Throws ENOENT if it does not exist. */
  fetch(sha256: string): Promise<void>;
  has(sha256: string): Promise<boolean>;
  /**
   * A URL at which browsers can read the file directly for five minutes; undefined if they must read it from the
   * service.
   */
  linkTo(
    sha256: string,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | undefined>;
  /**
   * An unused path for a temporary file. Those left by an ended process are deleted within three hours, others after a
   * day.
   */
  newTemporary(): string;
  /** The temporary files of all processes. */
  temporaryUsage(): Promise<{ count: number; bytes: number }>;
  /** The path of a derived file for programs. The file may not exist. */
  derivedPathOf(name: string): string;
  /** Reads a derived file, such as a thumbnail; null if it does not exist. */
  readDerived(name: string): Promise<Buffer | null>;
  /** Derived files may be lost at any time. */
  writeDerived(name: string, bytes: Buffer): Promise<void>;
  /** Removes derived files in a folder that are older than `ageMs`, then the oldest ones above `maxBytes`. */
  removeDerived(folder: string, ageMs: number, maxBytes?: number): Promise<void>;
  /** The hashes of all files, in chunks. */
  hashes(): AsyncIterable<string[]>;
  /**
   * Removes a file and its derived files if the file is older than `ageMs`. The caller must ensure that the file is not
   * stored again meanwhile.
   */
  remove(sha256: string, ageMs: number): Promise<void>;
  /** A partial file by name. Not cleaned up automatically: its creator must remove it. */
  partial(name: string): PartialFile;
  partials(): Promise<string[]>;
  /** Removes temporary files of ended processes, and those older than `ageMs`. */
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

/** The remote file store is unreachable or fails. */
export class FileStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the file store is unavailable', { cause });
    this.name = 'FileStoreUnavailable';
  }
}
