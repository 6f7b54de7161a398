import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { Transcript } from '../captions/transcript.tsx';
import { Chapters } from './chapters.tsx';
import type { Player } from './media.tsx';
import type { PageSearch } from './search.ts';

interface PlaybackPartsProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  player: Player;
  search: PageSearch;
}

export function PlaybackParts({ search, ...props }: PlaybackPartsProps) {
  return (
    <>
      <Chapters {...props} />
      <Transcript {...props} search={search} />
    </>
  );
}
