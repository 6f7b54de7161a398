import Type, { type Static } from 'typebox';
import { BinderId, Milliseconds, SessionKey, Text, UserId } from '../scalars.ts';
import { UserReference } from './people.ts';
import { DueDay } from './todo.ts';

export const notificationTypes = [
  'messages',
  'mention',
  'reply',
  'approval_waiting',
  'approval_decided',
  'todo_assigned',
  'todo_due',
  'message_due',
  'meet_scheduled',
  'meet_starting',
  'meet_started',
  'meet_missed',
  'page_shared',
  'page_commented',
  'invitation',
  'ownership',
] as const;
export type NotificationType = (typeof notificationTypes)[number];

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'With the type `messages`, the id of the binder. Otherwise a number.' }),
    type: Type.Enum([...notificationTypes]),
    binder: Type.Object({ id: BinderId, name: Type.String() }),
    time: Milliseconds,
    read_time: Type.Optional(
      Type.Integer({ ...Milliseconds, description: 'Absent while the notification is unread.' }),
    ),
    user: UserReference,
    message: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          text: Type.String({ description: 'The beginning of the message, without formatting.' }),
          thread_id: Type.Optional(
            Type.Integer({ description: 'The id of the first message of the thread.' }),
          ),
          thread_only: Type.Optional(Type.Literal(true)),
          file: Type.Optional(Type.Object({ name: Type.String() })),
          has_audio: Type.Optional(
            Type.Literal(true, { description: 'The message contains a voice message.' }),
          ),
        },
        {
          description:
            'With the types `mention`, `reply` and `message_due`, the message. With `messages`, the latest message.',
        },
      ),
    ),
    count: Type.Optional(
      Type.Integer({
        description:
          'With the type `messages`, the number of unread messages, at most 1,000. Mentions and replies do not count, because they have their own notifications. With `page_shared`, the number of documents.',
      }),
    ),
    transaction: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          title: Type.String(),
          outcome: Type.Optional(Type.Enum(['completed', 'rejected'])),
        },
        { description: 'Only with the types `approval_waiting` and `approval_decided`.' },
      ),
    ),
    step: Type.Optional(
      Type.Object({ id: Type.Integer() }, { description: 'Only with the type `approval_waiting`.' }),
    ),
    reminder: Type.Optional(
      Type.Literal(true, {
        description: 'Only with the type `approval_waiting`, if `user` reminded the people.',
      }),
    ),
    for: Type.Optional(
      Type.Object(
        { id: UserId, name: Type.String() },
        {
          description:
            'Only with the type `approval_waiting`, if the person is a delegate: the assignee for whom the person can answer.',
        },
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
        { description: 'Only with the types `todo_assigned` and `todo_due`.' },
      ),
    ),
    meet: Type.Optional(
      Type.Object(
        { session_key: SessionKey, name: Type.String(), start_time: Milliseconds },
        {
          description:
            'Only with the types `meet_scheduled`, `meet_starting`, `meet_started` and `meet_missed`.',
        },
      ),
    ),
    page: Type.Optional(
      Type.Object(
        {
          id: Type.Integer(),
          name: Type.String({ description: 'The name of the page or, if it has none, of its file.' }),
        },
        {
          description:
            'Only with the types `page_shared` and `page_commented`. With `page_shared`, the first page.',
        },
      ),
    ),
    comment: Type.Optional(
      Type.Object(
        { id: Type.Integer(), text: Type.String({ description: 'The beginning of the comment.' }) },
        { description: 'Only with the type `page_commented`.' },
      ),
    ),
  },
  {
    title: 'Notification',
    description:
      '`user` is the person whose action the notification reports, or the author of the message of `message_due`.',
  },
);
export type Notification = Static<typeof Notification>;

const TimeOfDay = Text({ maxLength: 5, description: 'Hours and minutes, such as `22:00`.' });

export const QuietHours = Type.Object(
  {
    from: TimeOfDay,
    to: Type.String({ ...TimeOfDay, description: 'A time before `from` is on the next day.' }),
  },
  {
    title: 'QuietHours',
    description: 'Times are in the time zone of the person, or in UTC if the person has set none.',
  },
);
export type QuietHours = Static<typeof QuietHours>;

export const pushModes = ['at_once', 'none'] as const;
export const mailModes = ['at_once', 'unread', 'daily', 'none'] as const;

export const NotificationSettings = Type.Object(
  {
    push: Type.Enum([...pushModes]),
    mail: Type.Enum([...mailModes], {
      description:
        'When the server sends emails. `at_once`: immediately. `unread`: when a notification has been unread for 10 minutes. `daily`: at 8:00 in the time zone of the person, if there are unread notifications. `none`: never.',
    }),
    is_mail_available: Type.Boolean({
      description: 'False if the server sends no email, or the person has no email address.',
    }),
    quiet_hours: Type.Union([QuietHours, Type.Null()]),
    kinds: Type.Array(Type.Enum([...notificationTypes]), {
      maxItems: notificationTypes.length,
      description:
        'The types of notifications for which the server sends pushes and emails. The list of notifications contains all types.',
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
        description:
          'If true, pushes and emails contain no names and texts. They report only that there is something new.',
      }),
    ),
  },
  {
    description:
      'The default settings for the people of the org. If you change them, omitted fields do not change.',
  },
);
export type OrgNotifications = Static<typeof OrgNotifications>;
