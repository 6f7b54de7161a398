import { render } from 'preact';
import { start } from '../app/start.tsx';
import type { OfflineBoot } from '../boot.ts';
import { Empty } from '../design/states.tsx';
import { install as words } from '../strings/en/install.ts';
import { readBootOfLastUser, readList } from './stored-app.ts';

/** Starts the app from what this browser stores. */
export async function startOffline(boot: OfflineBoot, element: HTMLElement): Promise<void> {
  const app = readBootOfLastUser(boot);
  if (app) start(app, element, await readList(app).catch(() => undefined));
  else render(<NothingStored />, element);
}

function NothingStored() {
  return (
    <main class="gate">
      <Empty title={words.nothingStored}>{words.nothingStoredAbout}</Empty>
      <button type="button" class="button primary" onClick={() => location.reload()}>
        {words.retry}
      </button>
    </main>
  );
}
