import { signal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { adoptStyles } from '../../design/adopt-styles.ts';
import { isComposing } from '../../design/composition.ts';
import { Tabs } from '../../design/tabs.tsx';
import { chat as chatText } from '../../strings/messages/chat.ts';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';
import { Popover } from '../popover.tsx';
import type { Emoji, EmojiGroup } from './data.ts';
import { type Cell, EmojiGrid } from './grid.tsx';
import css from './picker.css?inline';
import { chooseTone, defaultTone, noteRecent, recentEmoji } from './stored-emoji.ts';

const COMMON =
  '👍 👎 ❤️ 🎉 🙏 👏 ✅ ❌ 👀 🔥 💯 🚀 😀 😄 😂 🙂 😉 😊 😍 🤔 😮 😢 😭 😡 😴 🤯 😅 🤝 💪 🙌 👋 👌 ✌️ 🤞 ☝️ ✍️ 💡 ⏳ ⏰ 📌 📎 📄 📊 📷 🎧 ☕ 🍰 🏆 🎯 ⚠️ ❓ ❗ ➕ 💬 💰 🏠 🌞 🌧️ 🌱 🎂'.split(
    ' ',
  );

type GroupName = EmojiGroup | 'recent';

const ICONS: Readonly<Record<GroupName, string>> = {
  recent: '🕘',
  smileys: '😀',
  people: '👋',
  animals: '🐻',
  food: '🍎',
  travel: '✈️',
  activities: '⚽',
  objects: '💡',
  symbols: '💠',
  flags: '🏁',
};
const tabs = () =>
  (Object.keys(ICONS) as GroupName[]).map((name) => [name, text.emoji.groups[name], ICONS[name]] as const);
const TONES = ['✋', '✋🏻', '✋🏼', '✋🏽', '✋🏾', '✋🏿'];
const MAX_FOUND = 80;

const all = signal<typeof import('./find-emoji.ts') | undefined>(undefined);

interface PickerProps {
  near: RefObject<HTMLElement | null>;
  label: string;
  close(): void;
  choose(character: string): void;
}

export function EmojiPicker({ near, label, close, choose }: PickerProps) {
  adoptStyles(css);
  const words = useSignal('');
  const group = useSignal<GroupName>('recent');
  const isFailed = useSignal(false);
  const grid = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const query = words.value.trim();
  const { value: cells } = useComputed(() => cellsOf(words.value.trim(), group.value));
  const isEmpty = cells.length === 0;
  const load = () => {
    isFailed.value = false;
    import('./find-emoji.ts').then(
      async (loaded) => {
        await loaded.nameEmoji();
        all.value = loaded;
      },
      () => {
        isFailed.value = true;
      },
    );
  };
  useEffect(load, []);
  const onChoose = (character: string) => {
    close();
    noteRecent(character);
    choose(character);
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [first] = cells;
    if (isComposing(event)) return;
    if (event.key === 'ArrowDown') grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    else if (event.key !== 'Enter') return;
    else if (query !== '' && first) onChoose(first.character);
    // Enter must not send a form around the picker.
    event.preventDefault();
  };
  const gridProps = { grid, cells, choose: onChoose, leave: () => field.current?.focus() };
  return (
    <Popover near={near} label={label} close={close}>
      <div class="emoji-picker">
        <div class="emoji-head">
          <input
            ref={field}
            type="search"
            dir="auto"
            aria-label={text.emoji.search}
            placeholder={text.emoji.search}
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value;
            }}
            onKeyDown={onSearchKey}
          />
          <ToneSelect />
        </div>
        <p class="emoji-status" role="status">
          {!isEmpty
            ? ''
            : isFailed.value
              ? text.emoji.failed
              : all.value
                ? text.emoji.none(query)
                : text.emoji.loading}
        </p>
        {isEmpty && isFailed.value && (
          <button type="button" class="button compact" onClick={load}>
            {chatText.retry}
          </button>
        )}
        {query === '' ? (
          <Tabs
            label={text.emoji.groups.label}
            tabs={tabs()}
            selected={group.value}
            select={(name) => {
              group.value = name;
            }}
          >
            <EmojiGrid label={text.emoji.groups[group.value]} {...gridProps} />
          </Tabs>
        ) : (
          <EmojiGrid key={query} label={text.emoji.results} {...gridProps} />
        )}
      </div>
    </Popover>
  );
}

function ToneSelect() {
  return (
    <select
      aria-label={text.emoji.tone}
      title={text.emoji.tone}
      value={defaultTone.value}
      onChange={(event) => chooseTone(Number(event.currentTarget.value))}
    >
      {TONES.map((hand, tone) => (
        <option key={hand} value={tone}>
          {hand}
        </option>
      ))}
    </select>
  );
}

function cellsOf(query: string, group: GroupName): Cell[] {
  const { value: loaded } = all;
  const toned = (emoji: Emoji) => loaded?.withTone(emoji, defaultTone.value) ?? emoji;
  if (query !== '') return loaded?.findEmoji(query, MAX_FOUND).map(toned) ?? [];
  if (group !== 'recent') return loaded?.groups[group].map(toned) ?? [];
  const recent = recentEmoji.value.map((character) => {
    const variant = loaded?.variants.get(character);
    return variant ? (loaded?.withTone(variant.emoji, variant.tone) ?? { character }) : { character };
  });
  const common = COMMON.map((character) => {
    const variant = loaded?.variants.get(character);
    return variant ? toned(variant.emoji) : { character };
  });
  const byCharacter = new Map<string, Cell>();
  for (const cell of [...recent, ...common])
    if (!byCharacter.has(cell.character)) byCharacter.set(cell.character, cell);
  return [...byCharacter.values()];
}
