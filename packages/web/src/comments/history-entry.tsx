import type { Message, UserReference } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { Avatar } from '../design/avatar.tsx';
import { Glyph } from '../design/glyph.tsx';
import { systemWords } from '../strings/system-words.ts';

interface HistoryEntryProps {
  kind: string;
  user: UserReference;
  body?: string | undefined;
  isBusy?: boolean;
  children: ComponentChildren;
  actions?: ComponentChildren;
}

export function HistoryEntry({ kind, user, body, isBusy, children, actions }: HistoryEntryProps) {
  const { id, name } = user;
  return (
    <li class={kind} aria-busy={isBusy}>
      <Avatar id={id} name={name} small />
      <div>
        <p class="small">
          <strong dir="auto">{name}</strong> {children}
        </p>
        {body && (
          <p dir="auto" class="said">
            {body}
          </p>
        )}
        {actions}
      </div>
    </li>
  );
}

interface SystemEntryProps {
  message: Message;
  /** The title of the request, if the page shows it above. */
  shownTitle?: string | undefined;
  children: ComponentChildren;
}

export function SystemEntry({ message, shownTitle, children }: SystemEntryProps) {
  return (
    <li class="system">
      <Glyph name="info" />
      <p class="muted small">
        <bdi>{systemWords(message.text, message, shownTitle)}</bdi> {children}
      </p>
    </li>
  );
}
