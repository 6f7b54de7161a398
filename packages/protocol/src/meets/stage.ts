import Type, { type Static } from 'typebox';
import { Text } from '../scalars.ts';

const coordinate = { minimum: -1_000_000, maximum: 1_000_000 };
const length = { exclusiveMinimum: 0, maximum: 2_000_000 };

export const StageView = Type.Object(
  {
    x: Type.Number(coordinate),
    y: Type.Number(coordinate),
    width: Type.Number(length),
    height: Type.Number(length),
  },
  { title: 'StageView' },
);
export type StageView = Static<typeof StageView>;

export const MeetStage = Type.Object(
  {
    page_id: Type.Integer(),
    presenter_id: Type.String({ description: 'The participant whose view the others follow.' }),
    view: Type.Union([StageView, Type.Null()], {
      description: 'The part of the page that the presenter sees. Null until the presenter has sent it.',
    }),
    picture: Type.Optional(
      Type.Object(
        { url: Type.String(), width: Type.Number(), height: Type.Number() },
        {
          description:
            'Only for guests, who have no access to the binder: a picture of the page with its drawings. `width` and `height` are in page units. `url` gives access only to this page, and is valid for two minutes. After each change of the page, the server sends another `url`.',
        },
      ),
    ),
  },
  { title: 'MeetStage' },
);
export type MeetStage = Static<typeof MeetStage>;

/** Not all browsers support these abilities. */
export const controlAbilities = ['scroll', 'zoom'] as const;
export const ControlAbility = Type.Enum([...controlAbilities], { title: 'ControlAbility' });
export type ControlAbility = (typeof controlAbilities)[number];

export const MeetControl = Type.Object(
  {
    presenter_id: Type.String(),
    controller_id: Type.String(),
    abilities: Type.Array(ControlAbility),
  },
  { title: 'MeetControl' },
);
export type MeetControl = Static<typeof MeetControl>;

export const presentedSurfaces = ['screen', 'stage'] as const;
export const PresentedSurface = Type.Enum([...presentedSurfaces], { title: 'PresentedSurface' });
export type PresentedSurface = (typeof presentedSurfaces)[number];

/** From the picture's upper left corner. */
const share = Type.Number({ minimum: 0, maximum: 1 });
const pixels = Type.Number({ minimum: -2_000, maximum: 2_000 });
const Place = { x: share, y: share };

export const RemoteInput = Type.Union(
  [
    Type.Object({ kind: Type.Literal('pointer'), ...Place }),
    Type.Object({ kind: Type.Literal('pointer_gone') }),
    Type.Object({
      kind: Type.Literal('stroke'),
      stroke_id: Text({ minLength: 1, maxLength: 36 }),
      points: Type.Array(Type.Tuple([share, share]), {
        minItems: 1,
        maxItems: 64,
        description: 'The points since the previous frame of this stroke.',
      }),
    }),
    Type.Object({ kind: Type.Literal('clear') }),
    Type.Object({ kind: Type.Literal('wheel'), ...Place, delta_x: pixels, delta_y: pixels }),
    Type.Object({ kind: Type.Literal('zoom'), direction: Type.Enum([-1, 0, 1]) }),
  ],
  { title: 'RemoteInput' },
);
export type RemoteInput = Static<typeof RemoteInput>;
