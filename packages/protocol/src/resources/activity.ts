import Type, { type Static } from 'typebox';
import { UserReference } from './people.ts';

const ActivityThing = Type.Object({
  id: Type.String(),
  object_type: Type.Enum([
    'binder',
    'user',
    'comment',
    'file',
    'page',
    'annotation',
    'transaction',
    'step',
    'todo',
    'meet',
  ]),
  name: Type.Optional(Type.String({ description: 'Its name, if it has one.' })),
  content: Type.Optional(Type.String({ description: 'The text of a comment.' })),
});

export const ActivityVerb = Type.Enum(['post', 'create', 'tag', 'upload', 'update', 'delete']);
export type ActivityVerb = Static<typeof ActivityVerb>;

export const Activity = Type.Object(
  {
    id: Type.String({ description: 'The `seq` of the entry in the binder’s log, as text.' }),
    published: Type.String({ description: 'When, in ISO 8601 with milliseconds, UTC.' }),
    actor: UserReference,
    verb: ActivityVerb,
    object: ActivityThing,
    target: ActivityThing,
  },
  { title: 'Activity' },
);
export type Activity = Static<typeof Activity>;
export type ActivityThing = Static<typeof ActivityThing>;
