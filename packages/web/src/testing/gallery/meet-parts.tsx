import { signal } from '@preact/signals';
import { LevelMeter } from '../../clip/level.tsx';
import { MeetGlyph, meetGlyphNames } from '../../meet/glyphs.tsx';
import { gallery as words } from './text.ts';

const SCENES = ['ready', 'guest', 'grid', 'speaker', 'lobby', 'again', 'over', 'removed'] as const;

export function MeetParts() {
  return (
    <>
      <div class="swatches">
        {meetGlyphNames.map((name) => (
          <MeetGlyph key={name} name={name} />
        ))}
        <LevelMeter level={signal(0.6)} label="Microphone level" />
      </div>
      <ul>
        {SCENES.map((scene) => (
          <li key={scene}>
            <a href={`/gallery?meet=${scene}`}>{words.meet.scenes[scene]}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
