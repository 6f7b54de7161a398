import { open, stat } from 'node:fs/promises';

export interface SourceFile {
  path: string;
  fileName: string;
  size: number;
}

export async function sourceFile(path: string, fileName: string): Promise<SourceFile> {
  return { path, fileName, size: (await stat(path)).size };
}

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

export function readTail(file: SourceFile, length: number): Promise<Buffer> {
  const start = Math.max(0, file.size - length);
  return readPart(file, start, file.size - start);
}
