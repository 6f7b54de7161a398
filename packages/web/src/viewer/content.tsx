import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { Glyph } from '../design/glyph.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { nameOf } from './names.ts';

/** What a page shows, in an element of the page's size. */
export function PageContent({ page }: { page: PageWithoutAnnotations }) {
  const name = nameOf(page);
  switch (page.type) {
    case 'PAGE_TYPE_WHITEBOARD':
      return null;
    case 'PAGE_TYPE_VIDEO':
      // biome-ignore lint/a11y/useMediaCaption: what people record has none.
      return <video class="stage-media" src={page.page_uri} controls preload="metadata" aria-label={name} />;
    case 'PAGE_TYPE_AUDIO':
      // biome-ignore lint/a11y/useMediaCaption: what people record has none.
      return <audio class="stage-media" src={page.page_uri} controls preload="metadata" aria-label={name} />;
    case 'PAGE_TYPE_URL':
      return (
        <div class="stage-link">
          <strong>{name}</strong>
          <a class="button" href={page.url ?? ''} target="_blank" rel="noreferrer noopener">
            <Glyph name="open" />
            {text.openLink}
          </a>
          <span class="muted small">{page.url}</span>
        </div>
      );
    default:
      return <img class="stage-picture" src={page.background_uri} alt={text.page(name)} draggable={false} />;
  }
}
