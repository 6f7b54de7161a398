import Type, { type Static } from 'typebox';
import { BinderId, Milliseconds, SessionKey, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';
import { DueDay } from './todo.ts';

/** `messages` combines a binder's unread messages. */
export const notificationTypes = [
  'messages',
  'mention',
  'reply',
  'approval_waiting',
  'approval_decided',
  'todo_assigned',
  'todo_due',
  'meet_scheduled',
  'meet_starting',
  'meet_started',
  'meet_missed',
  'page_shared',
  'invitation',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'For `messages` the id of the binder, otherwise a number.' }),
    type: Type.Enum([...notificationTypes]),
    binder: Type.Object({ id: BinderId, name: Type.String() }),
    time: Milliseconds,
    read_time: Type.Optional(Type.Integer({ ...Milliseconds, description: 'Absent while it is unread.' })),
    user: UserReference,
    message: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          text: Type.String({ description: 'Its beginning, without formatting.' }),
          thread_id: Type.Optional(
            Type.Integer({ description: 'The message at the beginning of its thread.' }),
          ),
          thread_only: Type.Optional(Type.Literal(true)),
          file: Type.Optional(Type.Object({ name: Type.String() })),
          has_audio: Type.Optional(Type.Literal(true, { description: 'It is, or has, a voice message.' })),
        },
        { description: 'Of `mention` and `reply`; of `messages` the latest.' },
      ),
    ),
    count: Type.Optional(
      Type.Integer({
        description:
          'Of `messages`: how many are unread, at most 1,000. Without mentions and replies. Of `page_shared`: how many documents.',
      }),
    ),
    transaction: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          title: Type.String(),
          outcome: Type.Optional(Type.Enum(['completed', 'rejected'])),
        },
        { description: 'Of `approval_waiting` and `approval_decided`.' },
      ),
    ),
    step: Type.Optional(Type.Object({ id: Type.Integer() }, { description: 'Of `approval_waiting`.' })),
    for: Type.Optional(
      Type.Object(
        { id: UserId, name: Type.String() },
        { description: 'Of `approval_waiting`: the assignee for whom the person answers as a delegate.' },
      ),
    ),
    todo: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String(),
          due_time: Type.Optional(Milliseconds),
          due_day: Type.Optional(DueDay),
        },
        { description: 'Of `todo_assigned` and `todo_due`.' },
      ),
    ),
    meet: Type.Optional(
      Type.Object(
        { session_key: SessionKey, name: Type.String(), start_time: Milliseconds },
        { description: 'Of `meet_scheduled`, `meet_starting`, `meet_started` and `meet_missed`.' },
      ),
    ),
    page: Type.Optional(
      Type.Object(
        { id: Type.Integer(), name: Type.String({ description: 'Its name, or that of its file.' }) },
        { description: 'Of `page_shared`: the first one.' },
      ),
    ),
  },
  { title: 'Notification', description: '`user` is the person whose action it reports.' },
);
export type Notification = Static<typeof Notification>;

const TimeOfDay = Text({ maxLength: 5, description: 'Hours and minutes, such as `22:00`.' });

export const QuietHours = Type.Object(
  {
    from: TimeOfDay,
    to: Type.String({ ...TimeOfDay, description: 'A time before `from` is on the next day.' }),
  },
  { title: 'QuietHours', description: 'In the time zone of the person; without one, in UTC.' },
);
export type QuietHours = Static<typeof QuietHours>;

export const pushModes = ['at_once', 'none'] as const;
export const mailModes = ['at_once', 'unread', 'daily', 'none'] as const;

export const NotificationSettings = Type.Object(
  {
    push: Type.Enum([...pushModes]),
    mail: Type.Enum([...mailModes], {
      description:
        '`unread`: what is unread for 10 minutes. `daily`: what is unread at 8:00 in the time zone of the person.',
    }),
    is_mail_available: Type.Boolean({
      description: 'False if the server sends no mail, or the person has no email address.',
    }),
    quiet_hours: Type.Union([QuietHours, Type.Null()]),
    kinds: Type.Array(Type.Enum([...notificationTypes]), {
      maxItems: notificationTypes.length,
      description: 'The kinds that are pushed and mailed. All are in the list.',
    }),
  },
  { title: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const OrgNotifications = Type.Object(
  {
    push: Type.Optional(NotificationSettings.properties.push),
    mail: Type.Optional(NotificationSettings.properties.mail),
    quiet_hours: Type.Optional(NotificationSettings.properties.quiet_hours),
    content_free: Type.Optional(
      Type.Boolean({
        description: 'Pushes and mails report only that something waits, without names and texts.',
      }),
    ),
  },
  { description: 'Defaults of the settings of its people. A change keeps omitted fields.' },
);
export type OrgNotifications = Static<typeof OrgNotifications>;
