import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The OpenAPI document of a service. The first test file of a run asks for it and keeps it for the others: the service
 * takes 0.15 s of the processor to make it, and the code is the same for all of them.
 */
export async function openApiDocument(origin: string): Promise<unknown> {
  const folder = process.env.RINGBINDER_TEST_MEMORY;
  const kept = folder && join(folder, 'openapi.json');
  if (kept) {
    const text = await readFile(kept, 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text);
  }
  const answer = await fetch(`${origin}/openapi.json`);
  // A service without the production environment has none.
  if (!answer.ok) return { paths: {} };
  const text = await answer.text();
  if (kept) {
    const whole = `${kept}.${process.pid}`;
    await writeFile(whole, text);
    await rename(whole, kept);
  }
  return JSON.parse(text);
}
