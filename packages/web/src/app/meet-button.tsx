import { errorOf } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { meetTitle } from '../binder/binder-title.ts';
import { refusalOf } from '../binder/refusal.ts';
import { currentMeet } from '../current-meet.ts';
import { Glyph } from '../design/glyph.tsx';
import { toastError } from '../design/toast.tsx';
import { meetPath } from '../meet-path.ts';
import { view } from '../strings/messages/view.ts';
import type { OpenBinder } from './binder.ts';

const text = view.meetButton;

export async function startMeet(
  { id, client, navigate }: Pick<OpenBinder, 'id' | 'client' | 'navigate'>,
  root: string,
): Promise<void> {
  try {
    const params = { path: { binder_id: id } };
    const { data, error, response } = await client.api.POST('/{binder_id}/meets', { params, body: {} });
    if (error !== undefined) throw errorOf(response.status, error);
    navigate(meetPath(root, { binderId: id, sessionKey: data.data.session_key }));
  } catch (error) {
    toastError(refusalOf(error).message);
  }
}

export function MeetButton({ binder, root }: { binder: OpenBinder; root: string }) {
  const [isStarting, setStarting] = useState(false);
  const running = binder.state.value?.meets.find(({ status }) => status === 'SESSION_STARTED');
  if (running)
    return (
      <a
        class="button compact primary meet-start"
        href={meetPath(root, { binderId: binder.id, sessionKey: running.session_key })}
        title={text.running(meetTitle(running.name, binder))}
      >
        <Label words={currentMeet.value === running.session_key ? text.back : text.join} />
      </a>
    );
  if (!binder.canWrite.value) return null;
  const begin = async () => {
    if (isStarting) return;
    setStarting(true);
    await startMeet(binder, root);
    setStarting(false);
  };
  return (
    <button
      type="button"
      class="button compact meet-start"
      title={text.startHint}
      aria-disabled={isStarting}
      onClick={() => void begin()}
    >
      <Label words={isStarting ? text.starting : text.start} />
    </button>
  );
}

const Label = ({ words }: { words: string }) => (
  <>
    <Glyph name="video" />
    <span>{words}</span>
  </>
);
