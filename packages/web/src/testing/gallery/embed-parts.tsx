import { useState } from 'preact/hooks';
import { Approval } from '../../embed/transaction/approval.tsx';
import { LinkError, type LinkedStep, type StepLink } from '../../embed/transaction/link.ts';
import { SegmentedControl } from '../../playground/choice.tsx';
import { Findings } from '../../playground/doctor.tsx';
import { gallery } from './text.ts';

const words = gallery.embed;
const CLIENT = 'C0000000000000000000000';
const seen: LinkedStep = {
  binder: { id: 'B0000000000000000000000', name: words.binder },
  transaction: {
    id: 1,
    title: words.title,
    content: words.content,
    is_active: true,
    creator: { id: 'U0000000000000000000000', name: words.people[0], is_bot: false },
  },
  step: {
    id: 2,
    status: 'current',
    actions: [
      { id: 'approve', text: words.actions[0] },
      { id: 'reject', text: words.actions[1], outcome: 'rejected' },
    ],
  },
  user: { id: 'U0000000000000000000001', name: words.people[1] },
  client_id: CLIENT,
} as LinkedStep;

const linkTo = (look: () => Promise<LinkedStep>): StepLink => ({
  look,
  follow: () => new Promise(() => undefined),
  press: async () => undefined,
  upload: async () => undefined,
});
const LINKS = [
  linkTo(async () => seen),
  linkTo(async () => ({ ...seen, step: { ...seen.step, status: 'waiting' } })),
  linkTo(async () => {
    throw new LinkError(401, '');
  }),
];
const nothing = () => undefined;

export function EmbedParts() {
  const [chosen, choose] = useState<keyof typeof words.choices>('auto');
  return (
    <>
      <div class="charts">
        {LINKS.map((link, index) => (
          <div class="panel approval" key={String(index)}>
            <Approval
              link={link}
              clientId={CLIENT}
              isAsking={false}
              onShown={nothing}
              onAnswered={nothing}
              onError={nothing}
            />
          </div>
        ))}
      </div>
      <SegmentedControl legend={words.choice} names={words.choices} chosen={chosen} choose={choose} />
      <div class="play-findings">
        <Findings findings={words.findings} />
      </div>
    </>
  );
}
