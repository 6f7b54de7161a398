import type { ReadonlySignal } from '@preact/signals';
import type { ConnectionState } from '@ringbinder/client';
import { useRef } from 'preact/hooks';

/**
 * Returns the last offline state until reconnected. Undefined while connected, or before the first
 * connection.
 */
export function useConnectionLoss({
  value: state,
}: ReadonlySignal<ConnectionState>): Extract<ConnectionState, { status: 'offline' }> | undefined {
  const lost = useRef<ReturnType<typeof useConnectionLoss>>(undefined);
  if (state.status !== 'connecting') lost.current = state.status === 'offline' ? state : undefined;
  return lost.current;
}
