import { signal, useSignal } from '@preact/signals';
import { ClipGlyph, clipGlyphNames } from '../../clip/glyphs.tsx';
import { LevelMeter } from '../../clip/level.tsx';
import { Problem } from '../../clip/problem.tsx';
import { CaptureProblem } from '../../clip/problems.ts';
import { Trim } from '../../clip/trim.tsx';

const CHOICE = { source: 'display', hasMicrophone: true, hasBubble: false } as const;
const SUPPORTED = new Set(['display', 'pages', 'camera', 'voice'] as const);
const nothing = () => undefined;

export function ClipParts() {
  const [start, end] = [useSignal(4.2), useSignal(31.5)];
  return (
    <>
      <div class="swatches">
        {clipGlyphNames.map((name) => (
          <ClipGlyph key={name} name={name} />
        ))}
        {[0, 0.4, 1].map((level) => (
          <LevelMeter key={level} level={signal(level)} label="Microphone level" />
        ))}
      </div>
      <Problem
        problem={new CaptureProblem('display', 'refused')}
        choice={CHOICE}
        supported={SUPPORTED}
        choose={nothing}
        start={async () => undefined}
      />
      <Trim seconds={42} stills={[]} start={start} end={end} show={nothing} position={() => 0} />
    </>
  );
}
