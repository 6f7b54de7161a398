import Type from 'typebox';
import { MeetControl, MeetStage, PresentedSurface, RemoteInput, StageView } from './stage.ts';

export const MeetStageChanged = Type.Object(
  { type: Type.Literal('stage'), stage: Type.Union([MeetStage, Type.Null()]) },
  { title: 'MeetStageChanged' },
);

export const MeetStageViewChanged = Type.Object(
  { type: Type.Literal('stage_view'), view: StageView },
  { title: 'MeetStageViewChanged' },
);

export const MeetControlRequested = Type.Object(
  { type: Type.Literal('control_requested'), participant_id: Type.String() },
  { title: 'MeetControlRequested' },
);

export const MeetControlDenied = Type.Object(
  { type: Type.Literal('control_denied'), participant_id: Type.String({ description: 'The presenter.' }) },
  { title: 'MeetControlDenied' },
);

export const MeetControls = Type.Object(
  { type: Type.Literal('controls'), controls: Type.Array(MeetControl) },
  { title: 'MeetControls' },
);

export const MeetRemoteInput = Type.Object(
  {
    type: Type.Literal('remote'),
    participant_id: Type.String(),
    presenter_id: Type.String(),
    surface: PresentedSurface,
    input: RemoteInput,
  },
  { title: 'MeetRemoteInput' },
);
