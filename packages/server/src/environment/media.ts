import {
  createMediaEngine,
  type MediaEngine,
  type MediaEngineOptions,
  type PageSource,
} from '@ringbinder/page-renderer';
import { withoutSlot } from '../limits/call-class.ts';
import { createQueueLimit, MAX_EXPORT_WAIT_MS } from '../limits/queue-limit.ts';
import type { FileStore } from '../storage/files/index.ts';

const EXPORTERS = 1;
const MAX_WAITING_EXPORTS = 4;

export function createServiceMedia(options: MediaEngineOptions): MediaEngine {
  return createMediaEngine({
    whileWaiting: withoutSlot,
    exportQueue: createQueueLimit(EXPORTERS, MAX_WAITING_EXPORTS, MAX_EXPORT_WAIT_MS),
    ...options,
  });
}

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

  const fetching =
    <First, Rest extends unknown[], Result>(
      pathsOf: (first: First) => Iterable<string>,
      method: (first: First, ...rest: Rest) => Promise<Result>,
    ) =>
    async (first: First, ...rest: Rest): Promise<Result> => {
      await fetchAll(pathsOf(first));
      return method.call(engine, first, ...rest);
    };
  const ofPath = (path: string) => [path];
  const ofSource = (source: PageSource) => (source.from === 'file' ? [source.path] : []);
  return {
    inspect: fetching(ofPath, engine.inspect),
    render: fetching(ofPath, engine.render),
    renderPage: fetching(ofSource, engine.renderPage),
    renderRegion: fetching(ofSource, engine.renderRegion),
    textBoxes: fetching(ofPath, engine.textBoxes),
    extractPdfPage: fetching(ofPath, engine.extractPdfPage),
    drawOver: fetching(ofPath, engine.drawOver),
    sanitise: fetching(ofPath, engine.sanitise),
    texts: fetching(ofPath, engine.texts),
    form: fetching(ofPath, engine.form),
    fillForm: fetching(ofPath, engine.fillForm),
    poster: fetching(ofPath, engine.poster),
    exportPdf: fetching((pages) => pages.flatMap(({ source }) => ofSource(source)), engine.exportPdf),
    remux: fetching(ofPath, engine.remux),
    close: () => engine.close(),
  };
}
