import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { findHits } from './hits.ts';
import { readPageText, type TextBox } from './page-text.ts';
import type { PageSearch } from './search.ts';
import { TextLayer } from './text-layer.tsx';
import type { PageViewport } from './viewport.ts';

interface PageTextOverlayProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  viewport: PageViewport;
  search: PageSearch;
}

const NONE: readonly TextBox[] = [];
const AFTER_MS = 150;

export function PageTextOverlay({ binder, page, viewport, search }: PageTextOverlayProps) {
  const [boxes, setBoxes] = useState(NONE);
  useEffect(() => {
    if (!kindOf(page).isDocument) return;
    let isThere = true;
    const timer = setTimeout(() => {
      readPageText(binder, page).then(
        (answer) => isThere && setBoxes(answer.boxes),
        () => undefined,
      );
    }, AFTER_MS);
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [page.id, page.file_id]);
  const words = search.words.value;
  const hits = useMemo(() => (words ? findHits(boxes, words) : []), [boxes, words]);
  const at = search.current.value;
  const current = at?.pageId === page.id ? Math.min(at.index, hits.length - 1) : -1;
  useLayoutEffect(() => {
    const first = hits[current]?.[0];
    if (first) viewport.reveal({ x: first.x + first.width / 2, y: first.y + first.height / 2 });
  }, [hits, current]);
  return (
    <>
      {hits.length > 0 && (
        <svg
          class="stage-layer hits"
          viewBox={`0 0 ${page.width} ${page.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {hits.flatMap((hit, index) =>
            hit.map((part, place) => (
              <rect key={`${index} ${place}`} data-current={index === current} {...part} />
            )),
          )}
        </svg>
      )}
      {boxes.length > 0 && <TextLayer viewport={viewport} boxes={boxes} />}
    </>
  );
}
