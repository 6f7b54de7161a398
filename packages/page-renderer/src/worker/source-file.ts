import { open, stat } from 'node:fs/promises';

export interface SourceFile {
  path: string;
  /** As the uploader named it; it may choose among types that the bytes cannot tell apart, nothing else. */
  fileName: string;
  /** In bytes. */
  size: number;
}

/** Throws the system's error (`ENOENT` …) when the file is not there. */
export async function sourceFile(path: string, fileName: string): Promise<SourceFile> {
  return { path, fileName, size: (await stat(path)).size };
}

/** Bytes `start` to `start + length` of the file, fewer at its end. */
export async function readPart(file: SourceFile, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, file.size - start)));
  const handle = await open(file.path);
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The last `length` bytes of the file. */
export function readTail(file: SourceFile, length: number): Promise<Buffer> {
  const start = Math.max(0, file.size - length);
  return readPart(file, start, file.size - start);
}
