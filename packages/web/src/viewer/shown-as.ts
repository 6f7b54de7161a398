import type { PageWithoutAnnotations } from '@ringbinder/protocol';

/** How a page is shown: with its places on the stage, or as the document, the text or the editor that it is. */
export type ShownAs = 'stage' | 'frame' | 'text' | 'editor';

/** What somebody has asked for, of one page. */
export interface Asked {
  pageId: number;
  how: 'sheet' | 'live' | 'editor';
}

interface Circumstances {
  /** Something was drawn or pinned on the page. */
  hasPlaces: boolean;
  /** Such a place is looked at. */
  isPlaced: boolean;
  isPlacing: boolean;
  isSearching: boolean;
}

/**
 * Notes and web pages are shown as what they are, and as their sheet where something was put on it, for places are on the
 * sheet; other pages have nothing but the stage.
 */
export function shownAs(
  { id, type }: PageWithoutAnnotations,
  asked: Asked | undefined,
  { hasPlaces, isPlaced, isPlacing, isSearching }: Circumstances,
): ShownAs {
  if (type !== 'PAGE_TYPE_WEB' && type !== 'PAGE_TYPE_NOTE') return 'stage';
  const how = asked?.pageId === id ? asked.how : hasPlaces ? 'sheet' : 'live';
  if (how === 'editor' && type === 'PAGE_TYPE_NOTE') return 'editor';
  if (how === 'sheet' || isPlacing || isPlaced) return 'stage';
  if (type === 'PAGE_TYPE_NOTE') return 'text';
  // Nothing can be marked in a frame of another origin.
  return isSearching ? 'stage' : 'frame';
}
