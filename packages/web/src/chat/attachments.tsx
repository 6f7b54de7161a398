import type { Message, MessageFile } from '@ringbinder/protocol';
import { formatBytes } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { useChat } from './context.ts';
import { attempt } from './message-call.ts';

const MAX_VISIBLE_PAGES = 4;
const AudioPlayer = lazy(() => import('./audio-player.tsx').then((module) => module.AudioPlayer), 'quiet');

export function Attachments({ message }: { message: Message }) {
  return (
    <>
      {message.file && <FilePages file={message.file} />}
      {message.audio && <AudioPlayer source={message.audio} />}
    </>
  );
}

export function FilePages({ file }: { file: Pick<MessageFile, 'id' | 'name' | 'mime_type'> }) {
  const { binder } = useChat();
  const state = binder.state.value;
  const stored =
    state?.files.find(({ id }) => id === file.id) ??
    state?.files.find(({ first_version }) => first_version?.id === file.id);
  const pages = state?.pages.filter(({ file_id }) => file_id === (stored?.id ?? file.id)) ?? [];
  const isPicture = pages.length === 1 && file.mime_type.startsWith('image/');
  const visible = pages.slice(0, MAX_VISIBLE_PAGES);
  const [first] = pages;
  const more = pages.length - visible.length;
  const download = () =>
    attempt(import('../binder/download.ts').then(({ saveFile }) => saveFile(binder, file)));
  return (
    <div class={`attachment ${isPicture ? 'picture' : ''}`}>
      {visible.length > 0 && (
        <div class="attached-pages">
          {visible.map((page, index) => (
            <a
              key={page.id}
              class="page-preview"
              href={binder.links.page(page.id)}
              aria-label={page.description ?? text.page(page.name ?? `${file.name} ${index + 1}`)}
              ref={(element) => {
                if (element && page.width > 0 && page.height > 0)
                  element.style.aspectRatio = `${page.width} / ${page.height}`;
              }}
            >
              {page.thumbnail_uri ? (
                <img
                  src={isPicture ? page.background_uri || page.thumbnail_uri : page.thumbnail_uri}
                  alt=""
                  loading="lazy"
                />
              ) : (
                <Glyph name="document" />
              )}
              {index === visible.length - 1 && more > 0 && (
                <span class="more-pages" title={text.morePagesLabel(more)}>
                  {text.morePages(String(more))}
                </span>
              )}
            </a>
          ))}
        </div>
      )}
      <p class="file-name">
        <Glyph name={isPicture ? 'image' : 'file'} />
        {first ? (
          <a dir="auto" href={binder.links.page(first.id)}>
            {file.name}
          </a>
        ) : (
          <button type="button" dir="auto" disabled={!stored} onClick={download}>
            {file.name}
          </button>
        )}
        {stored && <span class="muted">{formatBytes(stored.size)}</span>}
      </p>
    </div>
  );
}
