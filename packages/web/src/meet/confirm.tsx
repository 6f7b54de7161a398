import { signal } from '@preact/signals';
import type { HostAction } from '@ringbinder/client/meet';
import { FormDialog } from '../design/form-dialog.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { MeetSession } from './session.ts';

export type Confirmation =
  | { kind: 'end' }
  | { kind: 'record' }
  | { kind: 'remove'; participantId: string; name: string }
  | { kind: 'makeHost'; participantId: string; name: string };

export const confirmation = signal<Confirmation | undefined>(undefined);

export function ConfirmDialog({ session }: { session: MeetSession }) {
  const { value: about } = confirmation;
  if (!about) return null;
  const close = () => {
    confirmation.value = undefined;
  };
  const words = wordsOf(about);
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      close={close}
      {...(words.isDanger && { danger: true })}
      send={async () => {
        const participantId = 'participantId' in about ? about.participantId : undefined;
        await session.host(words.action, participantId);
        close();
      }}
    >
      <p>{words.about}</p>
    </FormDialog>
  );
}

interface DialogText {
  action: HostAction;
  title: string;
  about: string;
  submit: string;
  isDanger: boolean;
}

function wordsOf(about: Confirmation): DialogText {
  const { ask, bar, more } = text;
  switch (about.kind) {
    case 'end':
      return { action: 'end', title: ask.end, about: ask.endAbout, submit: bar.end, isDanger: true };
    case 'record':
      return {
        action: 'start_recording',
        title: ask.record,
        about: ask.recordAbout,
        submit: more.record,
        isDanger: false,
      };
    case 'remove':
      return {
        action: 'remove',
        title: ask.remove(about.name),
        about: ask.removeAbout,
        submit: ask.removeDone,
        isDanger: true,
      };
    case 'makeHost':
      return {
        action: 'make_host',
        title: ask.makeHost(about.name),
        about: ask.makeHostAbout,
        submit: ask.makeHostDone,
        isDanger: false,
      };
  }
}
