import type { BinderSection } from './context.ts';

let chosen: BinderSection | undefined;

/** The next section opens with its dialog. */
export function chooseFirstStep(section: BinderSection): void {
  chosen = section;
}

export function takeFirstStep(section: BinderSection): boolean {
  const isChosen = chosen === section;
  chosen = undefined;
  return isChosen;
}
