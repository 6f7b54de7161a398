import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { kindOf } from '../binder/page-kind.ts';

export type DisplayMode = 'stage' | 'frame' | 'text' | 'editor';

export interface ModeRequest {
  pageId: number;
  mode: 'sheet' | 'live' | 'editor';
}

interface Circumstances {
  hasPositions: boolean;
  isPositionShown: boolean;
  isPlacing: boolean;
  isSearching: boolean;
}

/** Annotations and pins refer to positions on the rendered sheet. */
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
  // The sheet shows only the beginning of a note.
  if (live === 'text' && (mode === 'live' || !hasPositions || isSearching)) return 'text';
  if (mode === undefined && hasPositions) return 'stage';
  // Hits in a cross-origin frame cannot be highlighted.
  return isSearching ? 'stage' : 'frame';
}
