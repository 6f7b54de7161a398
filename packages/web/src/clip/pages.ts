import { type ReadonlySignal, signal } from '@preact/signals';
import type { BinderState } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect, useMemo } from 'preact/hooks';
import { kindOf } from '../binder/page-kind.ts';
import type { ClipContext } from './context.ts';

export function useBinderState({ channel, binderId }: ClipContext): ReadonlySignal<BinderState | undefined> {
  const state = useMemo(() => signal<BinderState | undefined>(undefined), []);
  useEffect(() => {
    const replica = channel.subscribe(binderId);
    state.value = replica.state;
    const stop = replica.onChange(() => {
      state.value = replica.state;
    });
    return () => {
      stop();
      replica.close();
    };
  }, [channel, binderId]);
  return state;
}

export function recordablePages(state: BinderState | undefined): readonly PageWithoutAnnotations[] {
  return state?.pages.filter((page) => kindOf(page).isStill && page.background_uri !== '') ?? [];
}

export async function loadPage(
  { client }: Pick<ClipContext, 'client'>,
  page: PageWithoutAnnotations,
): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = new URL(page.background_uri, client.baseUrl).href;
  await picture.decode();
  return picture;
}
