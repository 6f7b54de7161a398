import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Empty } from '../design/states.tsx';
import { embed as text } from '../strings/messages/embed.ts';
import type { EmbedSession } from './session.ts';

/** Emits an error only if the binder was not shown before. */
export function useUnavailableBinder(
  session: EmbedSession,
  { status: { value: status } }: BinderContext,
  isShown: () => boolean,
): ComponentChild {
  const refusal = status.status === 'ended' ? status : undefined;
  useEffect(() => {
    if (refusal && !isShown())
      session.fail(refusal.code === 'RESPONSE_ERROR_NOT_FOUND' ? 404 : 403, refusal.message);
  }, [refusal]);
  const { title, hint } = text.problems.gone;
  return refusal && <Empty title={title}>{hint}</Empty>;
}
