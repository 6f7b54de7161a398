import { useSignal } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { viewer as text } from '../strings/en/viewer.ts';

/** What was said in a recorded meet, as a track of subtitles; nothing where nothing was written down. */
export function Captions({ binder, page }: { binder: BinderContext; page: PageWithoutAnnotations }) {
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    let made: string | undefined;
    const params = { path: { binder_id: binder.id, page_id: page.id } };
    // A track is loaded without a token, so it is loaded here.
    binder.client.api
      .GET('/{binder_id}/pages/{page_id}/captions', { params, parseAs: 'text' })
      .then(({ data }) => {
        if (isOver || typeof data !== 'string' || !data.includes('-->')) return;
        made = URL.createObjectURL(new Blob([data], { type: 'text/vtt' }));
        source.value = made;
      })
      // Without them it plays as well.
      .catch(() => undefined);
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
      source.value = undefined;
    };
  }, [binder, page.id]);
  return source.value ? <track kind="captions" label={text.captions} src={source.value} default /> : null;
}
