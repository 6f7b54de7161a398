import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

let document: object | undefined;

export async function openApiDocument(origin: string): Promise<object> {
  document ??= await read(origin);
  return document ?? { paths: {} };
}

/** Cached, because its creation takes 0.15 s of CPU time. */
async function read(origin: string): Promise<object | undefined> {
  const folder = process.env.RINGBINDER_TEST_MEMORY;
  const cachedPath = folder && join(folder, 'openapi.json');
  if (cachedPath) {
    const text = await readFile(cachedPath, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
  }
  const answer = await fetch(`${origin}/openapi.json`);
  if (!answer.ok) return undefined;
  const text = await answer.text();
  if (cachedPath) {
    const whole = `${cachedPath}.${process.pid}`;
    await writeFile(whole, text);
    await rename(whole, cachedPath);
  }
  return JSON.parse(text);
}
