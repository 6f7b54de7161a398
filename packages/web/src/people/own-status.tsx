import type { UserStatus } from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../timeline/context.ts';
import { isStatusKnown, readPerson } from './person-store.ts';
import { StatusMark } from './status-mark.tsx';

export function OwnStatus() {
  const { client, boot } = useApp();
  const { id } = boot.user;
  const [status, setStatus] = useState<UserStatus>();
  const isKnown = isStatusKnown(id);
  useEffect(() => {
    const read = () =>
      readPerson(client, id).then(
        (own) => setStatus(own.status),
        () => undefined,
      );
    const onVisible = () => !document.hidden && void read();
    if (!isKnown) void read();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isKnown]);
  return <StatusMark userId={id} status={status} />;
}
