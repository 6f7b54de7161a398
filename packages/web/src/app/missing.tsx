import { text } from '../strings/app.ts';
import { Nothing } from './nothing.tsx';

/** Nothing is at the address. */
export const Missing = () => (
  <Nothing icon="warning" title={text.shell.missing} about={text.shell.missingAbout} hasWayOut />
);
