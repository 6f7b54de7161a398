import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { kindOf } from '../binder/page-kind.ts';
import { Glyph } from '../design/glyph.tsx';
import type { PageActions } from './actions.ts';

interface PageThumbnailProps {
  page: PageWithoutAnnotations;
  view: 'thumbnail_uri' | 'background_uri';
  actions: PageActions;
  alt: string;
}

/** A picture that is lower, in pixels, is not made larger than it is. */
const MIN_ENLARGED_HEIGHT = 600;
/** A link that was refused is asked for anew after so long: the server may be busy with the picture. */
const RETRY_MS = 1_500;

/**
 * The picture of a page. Links end after a day or two, and a replica may be older: one that does not load is asked for
 * anew, once. Without a picture there is the sign of its kind.
 */
export function PageThumbnail({ page, view, actions, alt }: PageThumbnailProps) {
  const [renewed, setRenewed] = useState<string>();
  const [state, setState] = useState<'first' | 'again' | 'none'>('first');
  const link = page[view];
  useEffect(() => {
    setState('first');
    setRenewed(undefined);
  }, [link]);
  useEffect(() => {
    if (state !== 'again' || renewed) return;
    let isThere = true;
    const timer = setTimeout(() => {
      actions.renewLinks(page.id).then(
        (fresh) => isThere && (fresh ? setRenewed(`${fresh[view]}&again`) : setState('none')),
        () => isThere && setState('none'),
      );
    }, RETRY_MS);
    return () => {
      isThere = false;
      clearTimeout(timer);
    };
  }, [state, link]);
  if (state === 'none' || link === '')
    return (
      <span class="no-picture">
        <Glyph name={kindOf(page).glyph} />
      </span>
    );
  return (
    <img
      src={renewed ?? link}
      alt={alt}
      loading="lazy"
      decoding="async"
      width={page.width}
      height={page.height}
      draggable={false}
      data-state={state}
      data-small={kindOf(page).isImage === true && page.height < MIN_ENLARGED_HEIGHT}
      onError={() => setState(renewed ? 'none' : 'again')}
      onLoad={() => setState('first')}
    />
  );
}
