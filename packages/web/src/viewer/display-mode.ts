import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { kindOf } from '../binder/page-kind.ts';

/** How a page is shown: with its places on the stage, or as the document, the text or the editor that it is. */
export type DisplayMode = 'stage' | 'frame' | 'text' | 'editor';

/** What somebody has asked for, of one page. */
export interface ModeRequest {
  pageId: number;
  mode: 'sheet' | 'live' | 'editor';
}

interface Circumstances {
  /** Something was drawn or pinned on the page. */
  hasPositions: boolean;
  /** One of them is looked at. */
  isPositionShown: boolean;
  /** A position is being chosen, or commented on. */
  isPlacing: boolean;
  isSearching: boolean;
}

/**
 * Notes and web pages are shown as what they are, and as their sheet where something was put on it, for places are on the
 * sheet; other pages have nothing but the stage.
 */
export function displayModeOf(
  page: Pick<PageWithoutAnnotations, 'id' | 'type'>,
  request: ModeRequest | undefined,
  { hasPositions, isPositionShown, isPlacing, isSearching }: Circumstances,
): DisplayMode {
  const { live, isEditable } = kindOf(page);
  if (live === undefined) return 'stage';
  const mode = request?.pageId === page.id ? request.mode : undefined;
  if (mode === 'editor' && isEditable) return 'editor';
  if (mode === 'sheet' || isPlacing || isPositionShown) return 'stage';
  // What is looked for may stand behind the first sheet.
  if (live === 'text' && (mode === 'live' || !hasPositions || isSearching)) return 'text';
  if (mode === undefined && hasPositions) return 'stage';
  // Nothing can be marked in a frame of another origin.
  return isSearching ? 'stage' : 'frame';
}
