import { unwrap } from '@ringbinder/client';
import { useEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';

type Recordings = Awaited<ReturnType<typeof read>>;
export type PreparingRecording = Recordings['preparing'][number];

const POLL_MS = 2_000;
const RUNNING_MS = 10_000;
const MAX_IDLE_POLLS = 3;

function read({ client }: BinderContext, about: string) {
  const params = { path: { session_key: about } };
  return unwrap(client.api.GET('/meets/recordings/{session_key}', { params }));
}

/** @param about a session key or the binder's id */
export function useRecordings(binder: BinderContext, about: string = binder.id): Recordings | undefined {
  const [list, setList] = useState<Recordings>();
  const meets = binder.state.value?.meets ?? [];
  const isRunning = meets.some(({ status }) => status === 'SESSION_STARTED');
  const ended = meets.filter(({ status }) => status === 'SESSION_ENDED').length;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    let quiet = 0;
    const look = async () => {
      const recordings = await read(binder, about).catch(() => undefined);
      if (isOver) return;
      if (recordings) setList(recordings);
      const isBusy = recordings?.preparing.some(({ status }) => status === 'composing');
      if (recordings) quiet = isBusy ? 0 : quiet + 1;
      if (quiet < MAX_IDLE_POLLS) timer = setTimeout(look, POLL_MS);
      else if (isRunning) timer = setTimeout(look, RUNNING_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [binder.client, about, isRunning, ended]);
  return list;
}
