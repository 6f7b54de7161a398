import type { Meet } from '@ringbinder/protocol';
import { actor } from './store.ts';

export function meetOperations(
  {
    meets,
    pick,
    newId,
  }: {
    meets: Map<number, Meet>;
    pick: <T>(from: Iterable<T>, choice: number) => T | undefined;
    newId: () => number;
  },
  record: (kind: string, id: number) => void,
) {
  return {
    meet() {
      const id = newId();
      meets.set(id, plannedMeet(id));
      record('meet_scheduled', id);
    },
    moveMeet(choice: number) {
      const meet = pick(meets.values(), choice);
      if (!meet) return;
      meets.set(meet.id, { ...meet, status: 'SESSION_STARTED', revision: meet.revision + 1 });
      record('meet_started', meet.id);
    },
    cancelMeet(choice: number) {
      const meet = pick(meets.values(), choice);
      if (!meet) return;
      meets.delete(meet.id);
      record('meet_cancelled', meet.id);
    },
  };
}

function plannedMeet(id: number): Meet {
  return {
    id,
    session_key: `M${id}`,
    schedule_binder_id: 'B0000000000000000000001',
    name: `m${id}`,
    agenda: '',
    status: 'SESSION_SCHEDULED',
    host: actor,
    auto_recording: false,
    starts: '2027-01-01T00:00:00.000Z',
    start_time: 1_798_761_600_000,
    startmeet_url: '',
    revision: id,
    created_time: '2026-01-01T00:00:00.000Z',
    updated_time: '2026-01-01T00:00:00.000Z',
  };
}
