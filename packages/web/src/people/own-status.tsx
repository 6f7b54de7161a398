import type { UserStatus } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import { useApp } from '../timeline/context.ts';
import { forgetPerson, readPerson, statusOf } from './person-store.ts';
import { StatusMark } from './status-mark.tsx';

const UNKNOWN: UserStatus = { text: '', emoji: '', availability: 'available' };

export function OwnStatus() {
  const { client, boot } = useApp();
  const { id } = boot.user;
  const isKnown = statusOf(id, UNKNOWN, 0) !== UNKNOWN;
  useEffect(() => {
    const read = () => void readPerson(client, id).catch(() => undefined);
    // A mark in a chat removes a status that is older than that of the replica.
    if (!isKnown) {
      forgetPerson(id);
      read();
    }
    const onVisible = () => !document.hidden && read();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [isKnown]);
  return <StatusMark userId={id} status={undefined} />;
}
