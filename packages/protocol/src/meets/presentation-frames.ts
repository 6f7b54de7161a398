import Type from 'typebox';
import { MeetControl, MeetStage, PresentedSurface, RemoteInput, StageView } from './stage.ts';

/** Another page is on the stage, or none, or somebody else presents it. */
export const MeetStaged = Type.Object(
  { type: Type.Literal('stage'), stage: Type.Union([MeetStage, Type.Null()]) },
  { title: 'MeetStaged' },
);

/** What the presenter of the stage has in sight now. */
export const MeetStageViewed = Type.Object(
  { type: Type.Literal('stage_view'), view: StageView },
  { title: 'MeetStageViewed' },
);

/** Somebody asks for control of what one presents. To be answered by `control` with `allow` or `deny`. */
export const MeetControlRequested = Type.Object(
  { type: Type.Literal('control_requested'), participant_id: Type.String() },
  { title: 'MeetControlRequested' },
);

/** The presenter does not want it. */
export const MeetControlDenied = Type.Object(
  { type: Type.Literal('control_denied'), participant_id: Type.String({ description: 'The presenter.' }) },
  { title: 'MeetControlDenied' },
);

/** Who controls what others present: all of them each time. */
export const MeetControls = Type.Object(
  { type: Type.Literal('controls'), controls: Type.Array(MeetControl) },
  { title: 'MeetControls' },
);

/** What somebody does who controls what another one presents. */
export const MeetRemoted = Type.Object(
  {
    type: Type.Literal('remote'),
    participant_id: Type.String(),
    presenter_id: Type.String(),
    surface: PresentedSurface,
    input: RemoteInput,
  },
  { title: 'MeetRemoted' },
);
