import { useState } from 'preact/hooks';
import { toastError } from '../../design/toast.tsx';
import { consoleAudit as words } from '../../strings/messages/console-audit.ts';
import { useConsole } from '../context.ts';

interface ExportButtonProps {
  path: string;
  filter: string;
  exported: () => void;
}

export function ExportButton({ path, filter, exported }: ExportButtonProps) {
  const { call } = useConsole();
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const [{ saveBlob }, table] = await Promise.all([
        import('../../binder/download.ts'),
        call.blob(`${path}/export?${filter}`),
      ]);
      saveBlob(table, 'audit.csv');
      exported();
    } catch (error) {
      toastError(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      class="button compact"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void save()}
    >
      {words.export}
    </button>
  );
}
