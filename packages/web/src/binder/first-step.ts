import type { BinderContext, BinderSection } from './context.ts';

let chosen: { binderId: string; section: BinderSection } | undefined;

export function chooseFirstStep({ id: binderId }: Pick<BinderContext, 'id'>, section: BinderSection): void {
  chosen = { binderId, section };
}

export function takeFirstStep({ id, canWrite }: BinderContext, section: BinderSection): boolean {
  const isChosen = chosen?.binderId === id && chosen.section === section;
  chosen = undefined;
  return isChosen && canWrite.peek();
}
