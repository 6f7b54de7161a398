import { type PageKind, type PageType, pageKinds, pageTypes } from '@ringbinder/protocol/page-kinds.ts';

/** What the pages of the app do with a type of page. */
export interface WebKind extends PageKind {
  /** The element that shows it on the stage of the viewer. */
  viewer: 'tiles' | 'media' | 'link' | 'none';
  /** How the viewer shows it while nothing needs the places on its sheet; on the stage by default. */
  live?: 'frame' | 'text';
  /** It begins empty and is there to be drawn on. */
  isBoard?: true;
  isDrawable: boolean;
  /** It can be downloaded in its original format. */
  hasOriginal: boolean;
  /** Its sheet is printed without others around it. */
  hasMargins?: true;
  /** Parts of it may be impossible to show. */
  hasProblems?: true;
  /** Its picture says what it is, so its card needs no glyph. */
  isPlain?: true;
}

const common = { viewer: 'tiles', isDrawable: true, hasOriginal: true };
/** How types differ from a file that is shown by tiles. */
const own: { readonly [Type in PageType]?: Partial<WebKind> } = {
  PAGE_TYPE_PDF: { isPlain: true, hasMargins: true, hasProblems: true },
  PAGE_TYPE_IMAGE: { isPlain: true },
  PAGE_TYPE_WHITEBOARD: { viewer: 'none', isBoard: true, hasOriginal: false },
  PAGE_TYPE_AUDIO: { viewer: 'media', isDrawable: false },
  PAGE_TYPE_VIDEO: { viewer: 'media' },
  PAGE_TYPE_NOTE: { live: 'text' },
  PAGE_TYPE_WEB: { live: 'frame' },
  PAGE_TYPE_URL: { viewer: 'link', hasOriginal: false },
};

const kinds = Object.fromEntries(
  pageTypes.map((type) => [type, { ...common, ...pageKinds[type], ...own[type] }]),
) as Record<PageType, WebKind>;

/** What the app does with a page, by its type. */
export const kindOf = ({ type }: { type: PageType }): WebKind => kinds[type];
