import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionState } from '@ringbinder/client';
import { useRef } from 'preact/hooks';

/** The loss of the connection, also while it is being opened again; undefined while there is one, or none was lost yet. */
export function useLost({
  value: state,
}: ReadonlySignal<ConnectionState>): Extract<ConnectionState, { status: 'offline' }> | undefined {
  const lost = useRef<ReturnType<typeof useLost>>(undefined);
  if (state.status !== 'connecting') lost.current = state.status === 'offline' ? state : undefined;
  return lost.current;
}
