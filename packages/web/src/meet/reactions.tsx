import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Popover } from '../chat/popover.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import { BarButton } from './bar-button.tsx';
import { reactionName, reactions } from './reaction-names.ts';
import type { MeetSession } from './session.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

export function Reactions({ session }: { session: MeetSession }) {
  const isOpen = useSignal(false);
  const place = useRef<HTMLSpanElement>(null);
  const close = (event?: Event) => {
    // After a close here, the button's click would reopen the popover.
    if (event && place.current?.contains(event.target as Node)) return;
    isOpen.value = false;
  };
  return (
    <span ref={place} class="meet-react">
      <BarButton
        glyph="react"
        label={text.bar.react}
        isExpanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      />
      {isOpen.value && (
        <Popover near={place} label={text.emoji.label} close={close}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its buttons */}
          <div
            class="meet-emoji"
            onKeyDown={(event) => {
              const step = STEPS[event.key];
              if (step === undefined) return;
              event.preventDefault();
              const all = [...event.currentTarget.querySelectorAll('button')];
              const at = all.indexOf(event.target as HTMLButtonElement);
              all[(at + step + all.length) % all.length]?.focus();
            }}
          >
            {reactions.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={reactionName(emoji)}
                title={reactionName(emoji)}
                onClick={() => {
                  session.react(emoji);
                  close();
                }}
              >
                {emoji}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </span>
  );
}
