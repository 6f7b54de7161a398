import type { Message } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import type { MessageTool } from '../binder/context.ts';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { Lines } from '../design/icon.tsx';
import { lazy } from '../design/states.tsx';
import { chat as chatText } from '../strings/messages/chat.ts';
import { chatTools as text } from '../strings/messages/chat-tools.ts';
import { actionsOf, type MessageAction, type MessagePart, runByKey } from './actions.ts';
import type { ChatState } from './chat-state.ts';
import { useChat } from './context.ts';
import { EmojiPicker } from './emoji/lazy-picker.ts';
import { ChatGlyph, type ChatGlyphName } from './glyphs.tsx';
import { attempt, toggleReaction } from './message-call.ts';
import { isSheet, Menu, type MenuPlace, Popover } from './popover.tsx';
import { SeenBy } from './seen-by.tsx';

const RemoveDialog = lazy(() => import('./remove-dialog.tsx').then((module) => module.RemoveDialog), 'quiet');
const TodoDialog = lazy(() => import('./todo-dialog.tsx').then((module) => module.TodoDialog), 'quiet');

interface ActionBarProps {
  message: Message;
  menuAt: MenuPlace | undefined;
  part: MessagePart | undefined;
  openMenu(x: number, y: number): void;
  close(): void;
}

const IN_BAR = ['react', 'reply', 'thread', 'edit', 'transcribe'];
const isInBar = (action: MessageAction | MessageTool): action is MessageAction =>
  IN_BAR.includes(action.name);
const QUICK = ['👍', '✅', '🎉'];
const QUICK_IN_SHEET = [...QUICK, '❤️', '😂', '🙏'];
const ICONS: Readonly<Record<MessageAction['name'], ChatGlyphName | { glyph: GlyphName } | { d: string }>> = {
  react: 'emoji',
  reply: 'reply',
  thread: { glyph: 'comment' },
  edit: { glyph: 'edit' },
  transcribe: { glyph: 'edit' },
  remove: { glyph: 'trash' },
  pin: 'pin',
  unpin: 'pin',
  todo: { glyph: 'todo' },
  copyText: 'copy',
  copyLink: { glyph: 'link' },
  profile: { glyph: 'person' },
  seen: 'eye',
  markUnread: { d: 'M15 5H4v11h2.5v4l4.5-4h9v-6M19 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z' },
  download: { glyph: 'download' },
};

export const runKey = (chat: ChatState, message: Message, event: KeyboardEvent) =>
  runByKey(event, actionsOf(chat, message));

export function ActionBar({ message, menuAt, part, openMenu, close }: ActionBarProps) {
  const chat = useChat();
  const bar = useRef<HTMLDivElement>(null);
  const actions = actionsOf(chat, message);
  const canWrite = chat.binder.canWrite.value;
  const react = actions.find(({ name }) => name === 'react');
  const rows = isSheet() ? actions.filter((action) => action !== react) : actions;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not buttons
    <div class="action-bar" role="group" aria-label={text.actions.label} ref={bar}>
      {canWrite &&
        QUICK.map((emoji) => (
          <button
            key={emoji}
            type="button"
            class="tool quick"
            onClick={() => attempt(toggleReaction(chat, message, emoji))}
          >
            {emoji}
          </button>
        ))}
      {actions.filter(isInBar).map((action) => (
        <button
          key={action.name}
          type="button"
          class="tool"
          aria-label={text.actions[action.name]}
          title={text.actions[action.name]}
          onClick={action.run}
        >
          <ActionIcon name={action.name} />
        </button>
      ))}
      <button
        type="button"
        class="tool"
        aria-label={text.actions.more}
        title={text.actions.more}
        aria-haspopup="menu"
        onClick={(event) => {
          const { right, bottom } = event.currentTarget.getBoundingClientRect();
          openMenu(right - 220, bottom + 4);
        }}
      >
        <Glyph name="more" />
      </button>
      {menuAt && (
        <Menu at={menuAt} label={text.actions.label} close={close}>
          {canWrite && isSheet() && <QuickRow message={message} close={close} react={react} />}
          {rows.map((action) => (
            <button
              key={action.name}
              type="button"
              role="menuitem"
              class={action.name === 'remove' ? 'danger' : ''}
              onClick={() => {
                close();
                action.run();
              }}
            >
              {'icon' in action ? action.icon : <ActionIcon name={action.name} />}
              <span>{'label' in action ? action.label : text.actions[action.name]}</span>
              {action.key && <kbd>{action.key.length === 1 ? action.key.toUpperCase() : action.key}</kbd>}
            </button>
          ))}
        </Menu>
      )}
      {part === 'react' && (
        <EmojiPicker
          near={bar}
          label={chatText.reactions.pick}
          close={close}
          choose={(emoji) => attempt(toggleReaction(chat, message, emoji))}
        />
      )}
      {part === 'seen' && (
        <Popover near={bar} label={text.actions.seen} close={close}>
          <SeenBy message={message} />
        </Popover>
      )}
      {part === 'todo' && <TodoDialog message={message} close={close} />}
      {part === 'remove' && <RemoveDialog message={message} close={close} />}
    </div>
  );
}

interface QuickRowProps {
  message: Message;
  react: Pick<MessageAction, 'run'> | undefined;
  close(): void;
}

function QuickRow({ message, react, close }: QuickRowProps) {
  const chat = useChat();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, not items of a menu
    <div class="menu-emoji" role="group" aria-label={chatText.reactions.add}>
      {QUICK_IN_SHEET.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitem"
          onClick={() => {
            close();
            attempt(toggleReaction(chat, message, emoji));
          }}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        aria-label={text.actions.react}
        onClick={() => {
          close();
          react?.run();
        }}
      >
        <ChatGlyph name="emoji" />
      </button>
    </div>
  );
}

function ActionIcon({ name }: { name: MessageAction['name'] }) {
  const icon = ICONS[name];
  if (typeof icon === 'string') return <ChatGlyph name={icon} />;
  return 'd' in icon ? <Lines d={icon.d} /> : <Glyph name={icon.glyph} />;
}
