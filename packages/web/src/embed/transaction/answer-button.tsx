import { toneOf } from '@ringbinder/protocol/button-tone.ts';
import { useEffect, useRef } from 'preact/hooks';
import type { LinkedStep } from './link.ts';
import { type Sight, watchSight } from './visible.ts';

interface AnswerButtonProps {
  action: LinkedStep['step']['actions'][number];
  index: number;
  /** The button that is being sent. */
  chosen: string | undefined;
  onPress(id: string, sight: Sight): void;
}

/** A button of an approval, which knows how well it is seen. */
export function AnswerButton({ action, index, chosen, onPress }: AnswerButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const sight = useRef<Sight>('early');
  useEffect(() => {
    const { current } = button;
    if (!current) return;
    return watchSight(current, (seen) => {
      sight.current = seen;
      // Without a change of its looks: one that is drawn paler would count as altered.
      current.dataset.sight = seen;
    });
  }, []);
  return (
    <button
      ref={button}
      type="button"
      class={`button ${toneOf(action, index)} ${chosen === action.id ? 'chosen' : ''}`}
      data-sight="early"
      aria-disabled={chosen !== undefined}
      aria-pressed={chosen === action.id}
      onClick={() => chosen === undefined && onPress(action.id, sight.current)}
    >
      <bdi>{action.text}</bdi>
    </button>
  );
}
