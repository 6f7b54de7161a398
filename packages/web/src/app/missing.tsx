import { binder } from '../strings/messages/binder.ts';
import { Nothing } from './nothing.tsx';

/** Nothing is at the address. */
export const Missing = () => (
  <Nothing icon="warning" title={binder.missing} about={binder.missingAbout} hasWayOut />
);
