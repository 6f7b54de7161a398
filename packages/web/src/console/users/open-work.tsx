import { formatNumber } from '../../design/format.ts';
import { consolePeople } from '../../strings/messages/console-people.ts';
import { useConsole } from '../context.ts';
import { useLoad } from '../load.ts';
import type { OrgUser } from './form.tsx';

const words = consolePeople.users;

/** Shows nothing if no work waits for the person. */
export function OpenWork({ user: { id } }: { user: OrgUser }) {
  const { call, orgId } = useConsole();
  const [loading] = useLoad(id, (signal) =>
    call<OrgUser>('GET', `/orgs/${orgId}/users/${id}`, undefined, signal),
  );
  const { steps = 0, todos = 0 } = (loading.state === 'ready' && loading.value.open_work) || {};
  return (
    <div role="status">
      {steps + todos > 0 && (
        <p class="notice warn">
          {words.openWork(formatNumber(steps), formatNumber(todos))} {words.disablingWork}
        </p>
      )}
    </div>
  );
}
