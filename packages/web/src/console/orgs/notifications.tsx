import type { components } from '@ringbinder/client';
import { useState } from 'preact/hooks';
import { DateField } from '../../design/date-field.tsx';
import { Checks, Select } from '../../design/field.tsx';
import { FormDialog, type FormValues } from '../../design/form-dialog.tsx';
import { toast } from '../../design/toast.tsx';
import { text } from '../../strings/console.ts';
import { consoleNotifications } from '../../strings/messages/console-notifications.ts';

import { saveChanges } from '../changes.ts';
import { useConsole } from '../context.ts';

type Org = components['schemas']['Org'];

export function OrgNotifications({ org }: { org: { id: string; name: string } }) {
  const { call } = useConsole();
  const [opened, setOpened] = useState<Org>();
  const path = `/orgs/${org.id}`;
  const open = () => call<Org>('GET', path).then(setOpened, (error: Error) => toast(error.message));
  const close = () => setOpened(undefined);
  return (
    <>
      <button
        type="button"
        class="button compact quiet"
        aria-label={text.about(words.label, org.name)}
        onClick={open}
      >
        {words.label}
      </button>
      {opened && (
        <FormDialog
          title={words.title(org.name)}
          submit={text.actions.save}
          close={close}
          send={async (values) => {
            await saveChanges(settingsOf(opened), readSettings(values), (notifications) =>
              call('POST', path, { notifications }),
            );
            close();
            toast(text.state.saved);
          }}
        >
          <Fields org={opened} />
        </FormDialog>
      )}
    </>
  );
}

const words = consoleNotifications.org;

function settingsOf({ notifications: { push, mail, quiet_hours, content_free } = {} }: Org) {
  return {
    push: push ?? 'at_once',
    mail: mail ?? 'none',
    quiet_hours: quiet_hours ?? null,
    content_free: content_free ?? false,
  };
}

function readSettings(values: FormValues) {
  const [from, to] = [values.get('from'), values.get('to')];
  if (from === to && from !== '') throw refusedAt('to');
  if (from === '' && to !== '') throw refusedAt('from');
  if (to === '' && from !== '') throw refusedAt('to');
  return {
    push: values.get('push'),
    mail: values.get('mail'),
    quiet_hours: from || to ? { from, to } : null,
    content_free: values.has('content_free'),
  };
}

const refusedAt = (name: 'from' | 'to') =>
  Object.assign(new Error(text.refused), { fields: { [name]: words.quietWrong } });

function Fields({ org }: { org: Org }) {
  const { push, mail, quiet_hours: quiet, content_free } = settingsOf(org);
  return (
    <>
      <p class="muted small">{words.hint}</p>
      <Select
        label={words.push}
        name="push"
        options={[
          ['at_once', words.pushModes.atOnce],
          ['none', words.pushModes.none],
        ]}
        value={push}
      />
      <Select
        label={words.mail}
        name="mail"
        options={[
          ['none', words.mailModes.none],
          ['unread', words.mailModes.unread],
          ['daily', words.mailModes.daily],
          ['at_once', words.mailModes.atOnce],
        ]}
        value={mail}
      />
      <fieldset class="limits">
        <legend>{words.quiet}</legend>
        <DateField kind="time" label={words.from} name="from" value={quiet?.from ?? ''} />
        <DateField kind="time" label={words.to} name="to" value={quiet?.to ?? ''} />
        <p class="muted small">{words.quietHint}</p>
      </fieldset>
      <Checks
        legend={words.contents}
        name="content_free"
        options={[['true', words.contentFree]]}
        checked={content_free ? ['true'] : []}
      />
    </>
  );
}
