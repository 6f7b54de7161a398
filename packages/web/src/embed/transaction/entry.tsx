import type { HostMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import { render } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type EmbedBoot, readBoot } from '../../boot.ts';
import { applyAppearance } from '../appearance.ts';
import { followSize } from '../content-size.ts';
import { flag } from '../options.ts';
import { openPageLink } from '../page-link.ts';
import { showProblem } from '../problem.ts';
import type { PageLink } from '../server-link.ts';
import { Approval } from './approval.tsx';
import { openStepLink } from './link.ts';

interface EmbeddedProps {
  boot: EmbedBoot;
  page: PageLink;
  sessionId: string;
  token: string;
  isAsking: boolean;
}

function Embedded({ boot, page, sessionId, token, isAsking }: EmbeddedProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => (card.current ? followSize(card.current, page.send) : undefined), []);
  const link = useMemo(() => openStepLink(boot.base, token), [token]);
  return (
    <main class="embed-approval">
      <div class="approval" ref={card}>
        <Approval
          key={token}
          link={link}
          clientId={boot.client_id}
          isAsking={isAsking}
          onShown={() => page.send({ type: 'shown' })}
          onError={(error_code, error_message) => page.send({ type: 'error', error_code, error_message })}
          onAnswered={(detail) =>
            page.send({ type: 'event', name: 'answered', detail: { session_id: sessionId, ...detail } })
          }
        />
      </div>
    </main>
  );
}

async function start(boot: EmbedBoot, element: HTMLElement): Promise<void> {
  let page: PageLink | undefined;
  const early: HostMessage[] = [];
  let session: SessionFrame | undefined;
  const onMessage = (frame: HostMessage) => {
    if (!page) return void early.push(frame);
    if (frame.type === 'session' || frame.type === 'update') applyAppearance(frame.options);
    if (frame.type === 'problem') return showProblem('failed', frame.message);
    if (frame.type === 'session') session ??= frame;
    else if (!session) return;
    else if (frame.type === 'token')
      session = { ...session, session_id: frame.session_id, token: frame.token };
    else if (frame.type === 'update')
      session = { ...session, options: { ...session.options, ...frame.options } };
    else return;
    const { options, session_id: sessionId, token } = session;
    // The element's `confirm` attribute may have no value.
    const isAsking = options.confirm === '' || flag(options, 'confirm');
    render(<Embedded {...{ boot, page, sessionId, token, isAsking }} />, element);
  };
  try {
    page = await openPageLink(boot, onMessage);
    for (const frame of early) onMessage(frame);
  } catch {
    showProblem('session');
  }
}

const element = document.getElementById('app');
const boot = element ? readBoot(element) : undefined;
if (element && boot?.page === 'embed') void start(boot, element);
