import { unwrap } from '@ringbinder/client';
import {
  mailModes,
  type NotificationSettings,
  type NotificationType,
  notificationTypes,
  pushModes,
} from '@ringbinder/protocol';
import { useEffect, useState } from 'preact/hooks';
import { explained, refusalOf } from '../binder/refusal.ts';
import { DateField } from '../design/date-field.tsx';
import { Checks, Select } from '../design/field.tsx';
import { FormDialog, type FormValues } from '../design/form-dialog.tsx';
import { readerOfPage } from '../design/reader.ts';
import { toast, toastError } from '../design/toast.tsx';
import { notices } from '../strings/messages/notices.ts';
import { notify } from '../strings/messages/notify.ts';
import { useApp } from '../timeline/context.ts';
import { hasPush } from './browser-settings.ts';
import { canPush, switchPush } from './push.ts';

const words = notices.form;

const MAILS = { at_once: 'atOnce', unread: 'unread', daily: 'daily' } as const;

const NAMES = {
  messages: 'messages',
  mention: 'mention',
  reply: 'reply',
  approval_waiting: 'approvalWaiting',
  approval_decided: 'approvalDecided',
  todo_assigned: 'todoAssigned',
  todo_due: 'todoDue',
  message_due: 'messageDue',
  meet_scheduled: 'meetScheduled',
  meet_starting: 'meetStarting',
  meet_started: 'meetStarted',
  meet_missed: 'meetMissed',
  page_shared: 'pageShared',
  page_commented: 'pageCommented',
  invitation: 'invitation',
  ownership: 'ownership',
} as const satisfies Record<NotificationType, string>;

export function NotificationSettingsDialog({ close }: { close: () => void }) {
  const { client } = useApp();
  const [settings, setSettings] = useState<NotificationSettings>();
  useEffect(() => {
    let isThere = true;
    unwrap(client.api.GET('/me/notification_settings')).then(
      (own) => isThere && setSettings(own),
      (error: unknown) => {
        if (!isThere) return;
        close();
        toastError(refusalOf(error).message);
      },
    );
    return () => {
      isThere = false;
    };
  }, []);
  return settings ? <Form settings={settings} close={close} /> : null;
}

function Form({ settings, close }: { settings: NotificationSettings; close: () => void }) {
  const app = useApp();
  const { quiet_hours: quietHours } = settings;
  const isPushed = hasPush(app.boot);
  const send = async (values: FormValues) => {
    const isOn = values.has('device');
    const isSwitched = canPush && isOn !== isPushed;
    // Ask now, because browsers prompt only during a click.
    const asked = isSwitched && isOn && Notification.requestPermission();
    const body = changesOf(settings, values);
    if (Object.keys(body).length > 0)
      await explained(unwrap(app.client.api.POST('/me/notification_settings', { body })) as Promise<unknown>);
    await asked;
    const result = isSwitched && (await switchPush(app, isOn));
    close();
    toast(result === 'blocked' ? notify.blocked : words.saved);
  };
  return (
    <FormDialog title={words.title} submit={words.save} close={close} send={send}>
      <Select
        name="push"
        label={words.push}
        value={settings.push}
        options={pushModes.map(
          (mode) => [mode, mode === 'none' ? words.modes.none : words.modes.atOnce] as const,
        )}
      />
      {canPush ? (
        <label class="check">
          <input type="checkbox" name="device" defaultChecked={isPushed} />
          {words.device}
        </label>
      ) : (
        <p class="muted small">{words.noDevice}</p>
      )}
      {settings.is_mail_available ? (
        <Select
          name="mail"
          label={words.mail}
          value={settings.mail}
          options={mailModes.map(
            (mode) => [mode, mode === 'none' ? words.modes.none : words.mails[MAILS[mode]]] as const,
          )}
        />
      ) : (
        <p class="muted small">{words.noMail}</p>
      )}
      <fieldset class="limits">
        <legend>{words.quiet}</legend>
        <DateField kind="time" name="quiet_hours.from" label={words.from} value={quietHours?.from ?? ''} />
        <DateField kind="time" name="quiet_hours.to" label={words.to} value={quietHours?.to ?? ''} />
      </fieldset>
      <p class="muted small">{words.quietHint(readerOfPage().timezone || 'UTC')}</p>
      <Checks
        columns
        legend={words.kinds}
        name="kinds"
        options={notificationTypes.map((kind) => [kind, notices.names[NAMES[kind]]] as const)}
        checked={settings.kinds}
      />
    </FormDialog>
  );
}

/** Omits unchanged settings, to which the org's defaults apply. */
function changesOf(
  { push, mail, is_mail_available: isMailAvailable, quiet_hours: quietHours, kinds }: NotificationSettings,
  values: FormValues,
): Partial<Omit<NotificationSettings, 'is_mail_available'>> {
  const mode = values.get('push') as NotificationSettings['push'];
  const mailMode = values.get('mail') as NotificationSettings['mail'];
  const [from, to] = [values.get('quiet_hours.from'), values.get('quiet_hours.to')];
  const isQuietChanged = from !== (quietHours?.from ?? '') || to !== (quietHours?.to ?? '');
  const chosen = notificationTypes.filter((kind) => values.all('kinds').includes(kind));
  const areKindsChanged = notificationTypes.some((kind) => kinds.includes(kind) !== chosen.includes(kind));
  return {
    ...(mode !== push && { push: mode }),
    ...(isMailAvailable && mailMode !== mail && { mail: mailMode }),
    ...(isQuietChanged && { quiet_hours: from || to ? { from, to } : null }),
    ...(areKindsChanged && { kinds: chosen }),
  };
}
