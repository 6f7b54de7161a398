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

const SMALL_HEIGHT = 600;
/** Delay before a retry, because the server may still be rendering the page. */
const RETRY_MS = 1_500;

/** Renews a link one time if it fails. */
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
    let isMounted = true;
    const timer = setTimeout(() => {
      actions.renewLinks(page.id).then(
        (fresh) => isMounted && (fresh ? setRenewed(`${fresh[view]}&again`) : setState('none')),
        () => isMounted && setState('none'),
      );
    }, RETRY_MS);
    return () => {
      isMounted = false;
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
      data-small={kindOf(page).isImage === true && page.height < SMALL_HEIGHT}
      onError={() => setState(renewed ? 'none' : 'again')}
      onLoad={() => setState('first')}
    />
  );
}
