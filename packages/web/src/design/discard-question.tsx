import { Fragment, type JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { form as words } from '../strings/messages/form.ts';

/**
 * `ask` closes the form, but first shows `question` if there is unsaved input. A second `ask` withdraws the
 * question.
 * Browsers block `confirm` in frames of other origins.
 */
export function useDiscardQuestion(isUnsaved: () => boolean, close: () => void) {
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const cancelling = useRef<HTMLButtonElement>(null);
  const asker = useRef<Element>(null);
  useLayoutEffect(() => {
    if (isAsking || (asker.current && document.activeElement === document.body)) cancelling.current?.focus();
  }, [isAsking]);
  const ask = () => {
    if (!isUnsaved()) close();
    else if (isAsking) {
      setAsking(false);
      if (asker.current instanceof HTMLElement) asker.current.focus();
    } else {
      asker.current = document.activeElement;
      setAsking(true);
    }
  };
  const question: JSX.Element | false = isAsking && (
    <Fragment key="question">
      <span class="small" id={id} style={{ alignSelf: 'center' }}>
        {words.discard}
      </span>
      <button type="button" class="button compact" aria-describedby={id} ref={cancelling} onClick={ask}>
        {words.goOn}
      </button>
      <button
        type="button"
        class="button compact danger"
        onClick={() => {
          setAsking(false);
          close();
        }}
      >
        {words.drop}
      </button>
    </Fragment>
  );
  return { ask, question, cancelling, withdraw: () => setAsking(false) };
}
