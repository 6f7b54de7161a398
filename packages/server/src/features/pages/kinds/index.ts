import { type PageType, pageKinds, pageTypes } from '@ringbinder/protocol/page-kinds.ts';
import { filePage, image, pdf, web } from './file.ts';
import type { ServerKind } from './kind.ts';
import { audio, video } from './recording.ts';
import { link, whiteboard } from './without-file.ts';

export { sourceFileOf } from './file.ts';

const overrides: { readonly [Type in PageType]?: Partial<ServerKind> } = {
  PAGE_TYPE_PDF: pdf,
  PAGE_TYPE_IMAGE: image,
  PAGE_TYPE_WHITEBOARD: whiteboard,
  PAGE_TYPE_AUDIO: audio,
  PAGE_TYPE_VIDEO: video,
  PAGE_TYPE_WEB: web,
  PAGE_TYPE_URL: link,
};

const kinds = Object.fromEntries(
  pageTypes.map((type) => [type, { ...filePage, ...pageKinds[type], ...overrides[type] }]),
) as Record<PageType, ServerKind>;

export const kindOf = ({ type }: { type: PageType }): ServerKind => kinds[type];

export const typesInSql = (matches: (kind: ServerKind) => boolean | undefined): string =>
  pageTypes
    .filter((type) => matches(kinds[type]))
    .map((type) => `'${type}'`)
    .join();
