import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { kindOf } from '../binder/page-kind.ts';
import { nameOf } from '../binder/page-name.ts';
import { Glyph } from '../design/glyph.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { Media, type Player } from './media.tsx';
import { PageTiles } from './page-tiles.tsx';
import type { PageViewport } from './viewport.ts';

interface PageContentProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  viewport: PageViewport;
  player: Player;
  onLate?: (isLate: boolean) => void;
}

export function PageContent({ binder, page, viewport, player, onLate }: PageContentProps) {
  switch (kindOf(page).viewer) {
    case 'none':
      return null;
    case 'media':
      return <Media binder={binder} page={page} player={player} />;
    case 'link':
      return <LinkCard page={page} />;
    case 'tiles':
      return (
        <PageTiles
          binder={binder}
          page={page}
          viewport={viewport}
          onLate={onLate}
          alt={page.description ?? text.page(nameOf(page))}
        />
      );
  }
}

function LinkCard({ page }: { page: PageWithoutAnnotations }) {
  const { url = '' } = page;
  const isWeb = /^https?:\/\//i.test(url);
  return (
    <div class="stage-link">
      <Glyph name="link" />
      <strong>{nameOf(page)}</strong>
      <span class="muted small">{url}</span>
      {isWeb && (
        <a class="button" href={url} target="_blank" rel="noreferrer noopener">
          <Glyph name="open" />
          {text.openLink}
        </a>
      )}
    </div>
  );
}
