import type { Readable } from 'node:stream';
import type { PartialFile } from './partial.ts';

/** Bytes that arrived, not yet kept: a temporary file that is either kept or dropped. */
export interface ReceivedBytes {
  /** Where the bytes lie until then. */
  path: string;
  sha256: string;
  size: number;
  /** Keeps them under their hash, durably: they are on the disk already, so this takes milliseconds. May be called again. */
  keep(): Promise<void>;
  /** Removes the temporary file. Harmless after `keep`. */
  drop(): Promise<void>;
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
  /** The path of kept bytes, for programs that need a file. */
  pathOf(sha256: string): string;
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
  /** The names of all partial files. */
  partials(): Promise<string[]>;
  /** Removes temporary files older than `ageMs`: a process that died left them. */
  removeForgotten(ageMs: number): Promise<void>;
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
