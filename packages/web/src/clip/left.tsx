import { clockTime } from '../design/clock-time.ts';
import { formatTime } from '../design/format.ts';
import { clip as text } from '../strings/en/clip.ts';
import type { ClipSession } from './session.ts';

/** Recordings that were cut off, to be saved or thrown away. */
export function UnsavedRecordings({ session }: { session: ClipSession }) {
  const { value: all } = session.left;
  if (all.length === 0) return null;
  return (
    <section class="clip-left" aria-label={text.left.title}>
      <h3>{text.left.title}</h3>
      <p class="muted small">{text.left.about}</p>
      <ul>
        {all.map((left) => (
          <li key={left.name}>
            <span class="clip-left-name">
              {text.sources[left.source][0]}
              <span class="muted">{text.left.one(formatTime(left.startedAt), clockTime(left.seconds))}</span>
            </span>
            <button type="button" class="button compact" onClick={() => session.takeUp(left)}>
              {text.left.review}
            </button>
            <button
              type="button"
              class="button compact quiet danger"
              onClick={() => void session.discardLeft(left)}
            >
              {text.left.discard}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
