import { useSignal } from '@preact/signals';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { NetworkFinding } from './context.ts';

export function Network({ examine }: { examine: () => Promise<readonly NetworkFinding[]> }) {
  const isLooking = useSignal(false);
  const findings = useSignal<readonly NetworkFinding[] | 'failed' | undefined>(undefined);
  const look = async () => {
    if (isLooking.peek()) return;
    isLooking.value = true;
    findings.value = await examine().catch(() => 'failed' as const);
    isLooking.value = false;
  };
  return (
    <div class="meet-network">
      <button
        type="button"
        class="button compact plain"
        aria-busy={isLooking.value}
        onClick={() => void look()}
      >
        {isLooking.value ? text.network.looking : text.network.look}
      </button>
      <div role="status">
        {findings.value === 'failed' && <p class="notice bad">{text.network.failed}</p>}
        {Array.isArray(findings.value) && (
          <ul>
            {(findings.value as readonly NetworkFinding[]).map(({ severity, sentence }) => (
              <li key={sentence} class={`notice ${severity === 'info' ? '' : 'warn'}`}>
                {sentence}
              </li>
            ))}
            {(findings.value as readonly NetworkFinding[]).some(({ severity }) => severity !== 'info') && (
              <li class="small">{text.network.ask}</li>
            )}
          </ul>
        )}
      </div>
    </div>
  );
}
