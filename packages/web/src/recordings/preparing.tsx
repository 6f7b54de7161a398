import { formatPercent } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { preparing as text } from '../strings/messages/preparing.ts';
import type { PreparingRecording } from './use-recordings.ts';

export function Preparing({ recording: { status, progress } }: { recording: PreparingRecording }) {
  if (status === 'failed') return <p class="wrong small">{text.failed}</p>;
  const words = text.composing(formatPercent(progress));
  return (
    <div class="preparing">
      <progress class="progress" aria-label={words} value={progress} max={1} />
      <span class="muted small">{words}</span>
    </div>
  );
}

export function PreparingList({ recordings }: { recordings: readonly PreparingRecording[] }) {
  const composing = recordings.filter(({ status }) => status === 'composing');
  if (composing.length === 0) return null;
  return (
    <section class="section-group" aria-label={text.label}>
      <ul class="rows">
        {composing.map((recording) => (
          <li class="page-upload" key={`${recording.session_key} ${recording.started_time}`}>
            <Glyph name="video" />
            <div class="upload-about">
              <span class="upload-name" dir="auto">
                {recording.name}
              </span>
              <Preparing recording={recording} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
