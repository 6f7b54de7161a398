import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { Unavailable, UserReference } from './people.ts';

/** The styles of a display status. */
export const DisplayStyle = Type.Enum(['SUCCESS', 'INFO', 'WARNING', 'DANGER']);

/** A short line that a transaction shows, in a colour. */
export const DisplayStatus = Type.Object(
  { text: Type.String(), style: DisplayStyle },
  { title: 'DisplayStatus' },
);
export type DisplayStatus = Static<typeof DisplayStatus>;

/** The ways in which a transaction ends. */
export const outcomes = ['completed', 'rejected'] as const;

/** How a transaction ended. */
export const Outcome = Type.Enum(outcomes);
export type Outcome = Static<typeof Outcome>;

/** A button of a step. */
export const Action = Type.Object(
  {
    id: Type.String({ description: 'The `click_button_id` that presses it.' }),
    text: Type.String(),
    payload: Type.String(),
    feed_msg: Type.String({ description: 'Posted in the chat when the button is pressed.' }),
    style: Type.Optional(Type.String()),
    outcome: Type.Optional(Outcome),
    display_status: Type.Optional(DisplayStatus),
  },
  { title: 'Action' },
);
export type Action = Static<typeof Action>;

/** Who performs a step. */
export const Assignee = Type.Object(
  {
    user_id: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String()),
    org_id: Type.Optional(Type.String()),
    unique_id: Type.Optional(Type.String()),
    unavailable: Type.Optional(Unavailable),
  },
  { title: 'Assignee' },
);
export type Assignee = Static<typeof Assignee>;

/**
 * One step of a transaction. `waiting`: steps of a lower order come first. `skipped`: the transaction ended before anybody
 * pressed one of its buttons.
 */
export const Step = Type.Object(
  {
    id: Type.Integer(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    order_number: Type.Number(),
    action_style: Type.String(),
    actions: Type.Array(Action),
    assignee: Assignee,
    status: Type.Enum(['waiting', 'current', 'completed', 'skipped']),
    clicked_button_id: Type.Optional(Type.String()),
    completed_time: Type.Optional(Milliseconds),
  },
  { title: 'Step' },
);
export type Step = Static<typeof Step>;

/** A confirmation workflow. */
export const Transaction = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    created_time: Milliseconds,
    updated_time: Milliseconds,
    steps: Type.Array(Step),
    display_status: Type.Optional(DisplayStatus),
    creator: UserReference,
    is_active: Type.Boolean(),
    outcome: Type.Optional(Outcome),
  },
  { title: 'Transaction' },
);
export type Transaction = Static<typeof Transaction>;
