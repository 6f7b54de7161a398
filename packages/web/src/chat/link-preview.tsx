import { unwrap } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { useState } from 'preact/hooks';
import { explained } from '../binder/refusal.ts';
import { Glyph } from '../design/glyph.tsx';
import { toastError } from '../design/toast.tsx';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { useChat } from './context.ts';

interface LinkPreviewProps {
  message: Message;
  preview: NonNullable<Message['preview']>;
}

/** Shows the address's host, because the linked page can claim any site name. */
export function LinkPreview({ message, preview }: LinkPreviewProps) {
  const { binder } = useChat();
  const [lost, setLost] = useState('');
  const { url, title, description, site_name, picture } = preview;
  const isOwn = message.user.id === binder.me.id && binder.canWrite.value;
  return (
    <div class="link-preview">
      <a
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        data-pictured={picture !== undefined && lost !== picture}
      >
        {picture !== undefined && lost !== picture && (
          <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setLost(picture)} />
        )}
        <span class="muted small">
          <bdi dir="ltr">{URL.parse(url)?.host ?? url}</bdi>
          {site_name && (
            <>
              {' · '}
              <bdi>{site_name}</bdi>
            </>
          )}
        </span>
        <strong dir="auto">{title}</strong>
        {description && (
          <span class="small" dir="auto">
            {description}
          </span>
        )}
      </a>
      {isOwn && (
        <button
          type="button"
          class="button icon quiet"
          aria-label={text.removePreview(title)}
          title={text.removePreview(title)}
          onClick={() => {
            const params = { path: { binder_id: binder.id, message_id: message.id } };
            const path = '/{binder_id}/messages/{message_id}/preview';
            explained(unwrap(binder.client.api.DELETE(path, { params }))).catch((error) =>
              toastError((error as Error).message),
            );
          }}
        >
          <Glyph name="close" />
        </button>
      )}
    </div>
  );
}
