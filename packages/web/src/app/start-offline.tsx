import { render } from 'preact';
import type { OfflineBoot } from '../boot.ts';
import { readZone } from '../design/zone.ts';
import { readList, readUser } from '../install/stored-app.ts';
import { install as words } from '../strings/messages/install.ts';

export async function startOffline(boot: OfflineBoot, element: HTMLElement): Promise<void> {
  const nothing = () => undefined;
  const [app, list] = await Promise.all([readUser(boot).catch(nothing), readList(boot.root).catch(nothing)]);
  if (!app) return render(<NothingStored />, element);
  // Modules read the user’s id and language while loading.
  element.dataset.boot = JSON.stringify(app);
  readZone();
  const { start } = await import('./start.tsx');
  start(app, element, list?.userId === app.user.id ? list : undefined);
}

function NothingStored() {
  return (
    <div class="gate">
      <main>
        <div class="card">
          <header>
            <h1>{words.nothingStored}</h1>
            <p class="muted">{words.nothingStoredAbout}</p>
          </header>
          <button type="button" class="button primary wide" onClick={() => location.reload()}>
            {words.retry}
          </button>
        </div>
      </main>
    </div>
  );
}
