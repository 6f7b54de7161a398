import type { Readable } from 'node:stream';
import type { StoreLabels } from './labels.ts';

/** Bytes that arrived, not yet kept: a temporary file that is either kept or dropped. */
export interface ReceivedBytes {
  /** Where the bytes lie until then. */
  path: string;
  sha256: string;
  size: number;
  /**
   * Brings them to where the store keeps bytes, so that `keep` is quick: for before a transaction, once it is known that
   * they are wanted. Without it `keep` does that.
   */
  prepare(): Promise<void>;
  /** Keeps them under their hash, durably: they are there already, so this takes milliseconds. May be called again. */
  keep(): Promise<void>;
  /** Removes the temporary file. Harmless after `keep`. */
  drop(): Promise<void>;
}

/** A file that arrives piece by piece, and outlives the process meanwhile. Nobody but its caller knows how much of it counts. */
export interface PartialFile {
  /** Writes bytes at a position, synced. The caller sees to it that nobody else writes meanwhile. Throws the system's error. */
  write(bytes: Buffer, position: number): Promise<void>;
  /** Reads from a position up to another one, which is not included. */
  read(from: number, to: number): Readable;
  /**
   * The first `size` bytes, as bytes to keep. Keeping them leaves the partial file where it is, so that a transaction that
   * fails afterwards can be tried again; dropping them does nothing. Throws ENOENT where there is none, except for none of
   * its bytes.
   */
  whole(size: number, sha256: string): Promise<ReceivedBytes>;
  /**
   * Cuts off what a write that failed left behind the first `size` bytes, and gives the path, for programs that need a file.
   * Throws ENOENT where there is none.
   */
  cutTo(size: number): Promise<string>;
  /** Removes it; harmless where there is none. */
  remove(): Promise<void>;
}

/** A part of a file, in bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Files by the SHA-256 of their content. */
export interface FileStore {
  /**
   * Writes a stream to a temporary file while hashing it, and syncs it. Throws what the stream throws, or
   * `ByteLimitExceeded` at the byte after `maxBytes`; then no temporary file is left.
   */
  receive(stream: Readable, maxBytes: number): Promise<ReceivedBytes>;
  /** Reads kept bytes. Throws ENOENT when there are none. */
  read(sha256: string, range?: ByteRange): Readable;
  /** The path of kept bytes on this machine, for programs that need a file; there once it was fetched. */
  pathOf(sha256: string): string;
  /** Whose bytes lie at such a path; undefined for any other one. */
  hashAt(path: string): string | undefined;
  /** Sees to it that kept bytes are at their path, for an hour at least. Throws ENOENT when there are none. */
  fetch(sha256: string): Promise<void>;
  has(sha256: string): Promise<boolean>;
  /**
   * An address at which a browser reads kept bytes from the store itself, good for minutes; undefined where it has to read
   * them from the service.
   */
  linkTo(
    sha256: string,
    headers: { contentType: string; contentDisposition: string },
  ): Promise<string | undefined>;
  /** A path for a file under way, which nobody has yet. What is forgotten there is swept after a day. */
  newTemporary(): string;
  /** The path of something derived, for programs that need a file; it may not be there. */
  derivedPathOf(name: string): string;
  /** Reads something that was derived from files (a thumbnail); null when it is not there. */
  readDerived(name: string): Promise<Buffer | null>;
  /** Keeps something derived. It may be lost at any time. */
  writeDerived(name: string, bytes: Buffer): Promise<void>;
  /** Removes what was derived into a folder longer than `ageMs` ago, and the oldest of what is more than `maxBytes`. */
  removeDerived(folder: string, ageMs: number, maxBytes?: number): Promise<void>;
  /** The hashes of all kept bytes, some at a time. */
  hashes(): AsyncIterable<string[]>;
  /**
   * Removes kept bytes, with what was derived from them, when they came longer than `ageMs` ago. The caller sees to it
   * that nobody keeps them anew meanwhile.
   */
  remove(sha256: string, ageMs: number): Promise<void>;
  /** A file that arrives piece by piece, by a name of its own. It is not swept: whoever made it removes it. */
  partial(name: string): PartialFile;
  partials(): Promise<string[]>;
  /** Removes temporary files older than `ageMs`: a process that died left them. */
  removeForgotten(ageMs: number): Promise<void>;
  readonly labels: StoreLabels;
  /** Rejects when the store is away. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The stream was longer than allowed. */
export class ByteLimitExceeded extends Error {
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
    this.name = 'ByteLimitExceeded';
    this.maxBytes = maxBytes;
  }
}

/** The store of the files is on another machine, and cannot be reached or fails. */
export class FileStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the file store is unavailable', { cause });
    this.name = 'FileStoreUnavailable';
  }
}
