import { CopyField } from '../design/field.tsx';
import { clip as text } from '../strings/en/clip.ts';
import type { ClipContext } from './context.ts';
import type { SavedClip } from './save.ts';
import type { ClipSession } from './session.ts';

/** That it is saved, and its link. */
export function Saved({
  context,
  session,
  saved,
}: {
  context: ClipContext;
  session: ClipSession;
  saved: SavedClip;
}) {
  const name = context.channel.binders().cards?.find(({ binder }) => binder.id === saved.binderId)
    ?.binder.name;
  return (
    <div class="clip-saved">
      <p class="notice good" role="status">
        <strong>{text.saved}</strong> {name && text.savedAbout(name)}
      </p>
      <CopyField label={text.copyLink} value={saved.shareUrl} />
      <div class="clip-foot">
        <button type="button" class="button quiet" onClick={() => void session.discard()}>
          {text.another}
        </button>
        <a
          class="button primary"
          href={context.pageLink(saved.binderId, saved.pageId)}
          onClick={() => context.close()}
        >
          {text.openPage}
        </a>
      </div>
    </div>
  );
}
