import { useId, useMemo } from 'preact/hooks';
import { trapTab, useModal } from '../design/modal.ts';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipContext } from './context.ts';
import { ClipGlyph } from './glyphs.tsx';
import { ClipView } from './index.tsx';
import { createClipSession } from './session.ts';

export function ClipDialog({ context }: { context: ClipContext }) {
  const session = useMemo(() => createClipSession(context), []);
  const { step } = session.state.value;
  const isUnderWay = step === 'recording' || step === 'counting' || step === 'ending';
  const close = () => isUnderWay || context.close();
  const element = useModal(close);
  const heading = useId();
  const title = step === 'review' ? text.review : step === 'saved' ? text.saved : text.title;
  return (
    <dialog
      class="dialog clip-dialog"
      ref={element}
      data-step={step}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        // A second press of Escape closes a dialog even if the cancel event was prevented.
        if (event.key === 'Escape' && isUnderWay) event.preventDefault();
        trapTab(event, event.currentTarget);
      }}
    >
      <header class="clip-head">
        <h2 id={heading}>{title}</h2>
        {!isUnderWay && (
          <button type="button" class="tool" aria-label={text.close} onClick={() => context.close()}>
            <ClipGlyph name="close" />
          </button>
        )}
      </header>
      <ClipView context={context} session={session} />
    </dialog>
  );
}
