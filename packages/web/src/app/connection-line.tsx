import { useEffect, useRef, useState } from 'preact/hooks';
import { useConnectionLoss } from '../binder/use-connection-loss.ts';
import { Lines } from '../design/icon.tsx';
import { announce } from '../design/toast.tsx';
import { text } from '../strings/app.ts';
import { announcements } from '../strings/messages/announcements.ts';
import { useApp } from '../timeline/context.ts';

const OFFLINE =
  'M4 4l16 16M8.5 14.5a5 5 0 0 1 5-1.2M5.5 11.2a9.5 9.5 0 0 1 4-2.3M14 8.6a9.5 9.5 0 0 1 4.5 2.6M12 18.5v0';
const SHOW_AFTER_MS = 2_000;

export function ConnectionLine() {
  const { connection, channel, boot } = useApp();
  const { value: state } = connection;
  const { status } = state;
  const isLost = status === 'offline' || status === 'connecting';
  const lost = useConnectionLoss(connection);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLost) {
      setLong(false);
      return;
    }
    const isSure = !navigator.onLine || lost?.reason === 'silent';
    const timer = setTimeout(() => setLong(true), isSure ? 0 : SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  const words = text.app.connection;
  const isSignedOut = status === 'signed_out' || status === 'closed';
  const sentence = isSignedOut ? words.signedOut : isLost && isLong ? sentenceOf() : undefined;
  const line = useRef<HTMLDivElement>(null);
  const wasReported = useRef(false);
  useEffect(() => {
    // A meet in front of the app reports its own connection.
    const isBehind = line.current?.closest('[inert]');
    if (wasReported.current && status === 'online' && !isBehind) announce(announcements.connected);
    wasReported.current = sentence !== undefined;
  }, [sentence, status]);

  function sentenceOf(): string {
    if (!navigator.onLine) return words.offline;
    if (lost) return lost.reason === 'restarting' ? words.restarting : words.unreachable;
    return words.connecting;
  }

  return (
    <div ref={line} class="connection-line" role="status">
      {sentence && (
        <p>
          <Lines d={OFFLINE} />
          <span>{sentence}</span>
          {isSignedOut ? (
            <a href={`${boot.root}/sign-in?${new URLSearchParams({ next: location.pathname })}`}>
              {words.signIn}
            </a>
          ) : (
            <button type="button" onClick={() => channel.reconnect()}>
              {words.tryNow}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
