import type { ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

export function useFieldAgain(
  field: RefObject<HTMLTextAreaElement | null>,
  isPreviewed: ReadonlySignal<boolean>,
): void {
  const wasPreviewed = useRef(false);
  useLayoutEffect(() => {
    if (wasPreviewed.current && !isPreviewed.value) field.current?.focus();
    wasPreviewed.current = isPreviewed.value;
  }, [isPreviewed.value]);
}
