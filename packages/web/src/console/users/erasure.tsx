import { useEffect } from 'preact/hooks';
import { formatTime } from '../../design/format.ts';
import { consoleErase as words } from '../../strings/messages/console-erase.ts';
import type { OrgUser } from './form.tsx';

const LOOK_MS = 2_000;

interface ErasureProps {
  of: NonNullable<OrgUser['erasure']>;
  reload: () => void;
}

export function Erasure({ of, reload }: ErasureProps) {
  const { content, requested_time, done_time } = of;
  useEffect(() => {
    if (done_time !== undefined) return;
    const timer = setTimeout(reload, LOOK_MS);
    return () => clearTimeout(timer);
  }, [of]);
  return (
    <div class="erasure" role="status">
      {done_time === undefined ? (
        <>
          <strong>{words.going}</strong>
          <progress class="progress" aria-label={words.going} />
          <p>{words.goingAbout(formatTime(requested_time))}</p>
        </>
      ) : (
        <>
          <strong>{words.done}</strong>
          <p>
            {content ? words.doneWithContent(formatTime(done_time)) : words.doneAbout(formatTime(done_time))}
          </p>
        </>
      )}
    </div>
  );
}
