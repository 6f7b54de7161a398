import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Packs the readme and the documents that it links, because the package lacks the rest of the repository. In
 * the package, links to other files become plain names.
 *
 * @param readme path in the repository
 */
export async function packDocuments(root: string, readme: string, directory: string): Promise<void> {
  const text = await readFile(join(root, readme), 'utf8');
  const places = new Map([[readme, 'README.md']]);
  for (const [, , , target = ''] of text.matchAll(LINK)) {
    const file = documentOf(root, readme, target);
    if (file && !places.has(file)) places.set(file, posix.join('docs', file.replace(/^docs\//, '')));
  }
  for (const [file, place] of places) {
    const path = join(directory, place);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, relinked(await readFile(join(root, file), 'utf8'), { root, file, places }));
  }
}

function documentOf(root: string, from: string, target: string): string | undefined {
  if (/^([a-z]+:|#)/.test(target)) return undefined;
  const path = posix.join(posix.dirname(from), decodeURI(target.split('#', 1)[0] ?? ''));
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  const file = isFolder ? posix.join(path, 'README.md') : path;
  return file.endsWith('.md') && existsSync(join(root, file)) ? file : undefined;
}

function relinked(
  text: string,
  { root, file, places }: { root: string; file: string; places: ReadonlyMap<string, string> },
): string {
  const here = posix.dirname(places.get(file) ?? '');
  return text.replace(LINK, (link, mark: string, words: string, target: string) => {
    if (/^([a-z]+:|#)/.test(target)) return link;
    const document = mark === '' ? documentOf(root, file, target) : undefined;
    const place = document && places.get(document);
    if (!place) return words;
    const [, anchor] = target.split('#');
    return `[${words}](${posix.relative(here, place)}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}
