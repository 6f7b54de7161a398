import { home } from '../strings/messages/home.ts';
import { dialog } from '../timeline/dialog-state.ts';

export function DelegateButton() {
  return (
    <button
      type="button"
      class="button compact delegate"
      onClick={() => {
        dialog.value = { kind: 'delegations' };
      }}
    >
      {home.absences.button}
    </button>
  );
}
