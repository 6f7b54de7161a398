import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionState } from '@ringbinder/client';
import { useRef } from 'preact/hooks';

/** Returns the offline state, even during an attempt to reconnect. */
export function useConnectionLoss({
  value: state,
}: ReadonlySignal<ConnectionState>): Extract<ConnectionState, { status: 'offline' }> | undefined {
  const lost = useRef<ReturnType<typeof useConnectionLoss>>(undefined);
  if (state.status !== 'connecting') lost.current = state.status === 'offline' ? state : undefined;
  return lost.current;
}
