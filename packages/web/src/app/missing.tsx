import { binder } from '../strings/messages/binder.ts';
import { Nothing } from './nothing.tsx';

export const Missing = () => (
  <Nothing icon="warning" title={binder.missing} about={binder.missingAbout} hasWayOut />
);
