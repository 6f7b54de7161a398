import { cutTime } from '../design/clock-time.ts';
import { CopyField } from '../design/field.tsx';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipContext } from './context.ts';
import type { SavedClip } from './save.ts';
import type { ClipSession } from './session.ts';

/** In seconds. */
const NOTICEABLE = 0.1;

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
        {name ? text.savedAbout(name) : text.saved}
      </p>
      {saved.part && (
        <p class="muted small tabular">
          {text.kept(
            cutTime(saved.part.start),
            cutTime(saved.part.end),
            cutTime(saved.part.end - saved.part.start),
          )}{' '}
          {Math.abs(saved.leadSeconds) >= NOTICEABLE &&
            (saved.leadSeconds > 0 ? text.cutEarlier : text.cutLater)(cutTime(Math.abs(saved.leadSeconds)))}
        </p>
      )}
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
