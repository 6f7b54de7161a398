import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { kindOf } from '../binder/page-kind.ts';

export type DisplayMode = 'stage' | 'frame' | 'text' | 'editor';

export interface ModeRequest {
  pageId: number;
  mode: 'sheet' | 'live' | 'editor';
}

interface Circumstances {
  /** Whether the page has annotations or pins. */
  hasPositions: boolean;
  isPositionShown: boolean;
  isPlacing: boolean;
  isSearching: boolean;
}

/**
 * Annotations and pins refer to a sheet, so pages with them are shown as one. Other notes and web pages are
 * shown natively.
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
  // Search the text, because hits may follow the first sheet.
  if (live === 'text' && (mode === 'live' || !hasPositions || isSearching)) return 'text';
  if (mode === undefined && hasPositions) return 'stage';
  // A cross-origin frame cannot be marked.
  return isSearching ? 'stage' : 'frame';
}
