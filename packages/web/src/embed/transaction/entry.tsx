import type { HostMessage, SessionFrame } from '@ringbinder/protocol/embed.ts';
import { render } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type EmbedBoot, readBoot } from '../../boot.ts';
import { applyAppearance } from '../appearance.ts';
import { followSize } from '../content-size.ts';
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
}

/** Needs no session or cookie, only the link's token. */
function Embedded({ boot, page, sessionId, token }: EmbeddedProps) {
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

/** Another token of the host page shows another request. */
async function start(boot: EmbedBoot, element: HTMLElement): Promise<void> {
  let page: PageLink | undefined;
  const early: HostMessage[] = [];
  let session: SessionFrame | undefined;
  const onMessage = (frame: HostMessage) => {
    if (!page) return void early.push(frame);
    if (frame.type === 'session' || frame.type === 'update') applyAppearance(frame.options);
    if (frame.type === 'problem') return showProblem('failed', frame.message);
    if (frame.type === 'session') session ??= frame;
    else if (frame.type === 'token' && session)
      session = { ...session, session_id: frame.session_id, token: frame.token };
    else return;
    if (session)
      render(
        <Embedded boot={boot} page={page} sessionId={session.session_id} token={session.token} />,
        element,
      );
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
