import type { FileStore } from '../storage/files/index.ts';
import type { MediaEngine } from './engine.ts';
import type { PageSource } from './jobs.ts';

/**
 * An engine whose jobs may name kept bytes of a store on another machine: they are fetched before the job begins. What is
 * not there any more the engine tells of, as of any other path.
 */
export function withFetchedFiles(
  engine: MediaEngine,
  files: Pick<FileStore, 'hashAt' | 'fetch'>,
): MediaEngine {
  async function fetchAll(paths: Iterable<string>): Promise<void> {
    for (const path of new Set(paths)) {
      const sha256 = files.hashAt(path);
      if (sha256 !== undefined)
        await files.fetch(sha256).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
    }
  }
  const pathsOf = (sources: readonly PageSource[]) =>
    sources.flatMap((source) => (source.from === 'file' ? [source.path] : []));
  return {
    async inspect(path, options) {
      await fetchAll([path]);
      return engine.inspect(path, options);
    },
    async render(path, options) {
      await fetchAll([path]);
      return engine.render(path, options);
    },
    async renderPage(source, options) {
      await fetchAll(pathsOf([source]));
      return engine.renderPage(source, options);
    },
    async renderRegion(source, options) {
      await fetchAll(pathsOf([source]));
      return engine.renderRegion(source, options);
    },
    async textBoxes(path, options) {
      await fetchAll([path]);
      return engine.textBoxes(path, options);
    },
    async extractPdfPage(path, index, options) {
      await fetchAll([path]);
      return engine.extractPdfPage(path, index, options);
    },
    async sanitise(path, options) {
      await fetchAll([path]);
      return engine.sanitise(path, options);
    },
    async texts(path, options) {
      await fetchAll([path]);
      return engine.texts(path, options);
    },
    async poster(path, options) {
      await fetchAll([path]);
      return engine.poster(path, options);
    },
    async exportPdf(pages, options) {
      await fetchAll(pathsOf(pages.map(({ source }) => source)));
      return engine.exportPdf(pages, options);
    },
    async remux(path, options) {
      await fetchAll([path]);
      return engine.remux(path, options);
    },
    close: () => engine.close(),
  };
}
