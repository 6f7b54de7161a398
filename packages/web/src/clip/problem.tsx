import { Alert } from '../design/states.tsx';
import { clip as text } from '../strings/messages/clip.ts';
import type { ClipChoice, ClipSource } from './context.ts';
import type { CaptureProblem } from './problems.ts';

interface ProblemProps {
  problem: CaptureProblem | undefined;
  choice: ClipChoice;
  supported: ReadonlySet<ClipSource>;
  choose: (changed: Partial<ClipChoice>) => void;
  start: () => Promise<void>;
}

export function Problem({ problem, choice, supported, choose, start }: ProblemProps) {
  const begin = (changed: Partial<ClipChoice>) => () => {
    choose(changed);
    void start();
  };
  return (
    <Alert as="div" class="notice bad clip-problem">
      {problem && (
        <>
          <p>{text.problems[problem.device][problem.kind]}</p>
          <div class="clip-offers">
            {offersFor(problem, choice)
              .filter(({ source }) => supported.has(source ?? choice.source))
              .map(({ name, ...changed }) => (
                <button key={name} type="button" class="button compact" onClick={begin(changed)}>
                  {text.offers[name]}
                </button>
              ))}
          </div>
        </>
      )}
    </Alert>
  );
}

type Offer = Partial<ClipChoice> & { name: Exclude<keyof typeof text.offers, 'label'> };

function offersFor({ device }: CaptureProblem, { source }: ClipChoice): readonly Offer[] {
  const voice: Offer = { name: 'voice', source: 'voice', hasBubble: false };
  const camera: Offer = { name: 'camera', source: 'camera', hasBubble: false };
  const pages: Offer = { name: 'pages', source: 'pages', hasBubble: false };
  switch (device) {
    case 'microphone':
      return source === 'voice' ? [pages] : [{ name: 'withoutMicrophone', hasMicrophone: false }];
    case 'camera':
      return source === 'camera' ? [voice] : [{ name: 'withoutBubble', hasBubble: false }];
    case 'display':
      return [camera, voice];
    case 'recorder':
      return source === 'voice' ? [] : [voice];
  }
}
