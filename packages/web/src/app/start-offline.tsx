import { render } from 'preact';
import type { OfflineBoot } from '../boot.ts';
import { readList, readUser } from '../install/stored-app.ts';
import { install as words } from '../strings/en/install.ts';

/** Starts the app from what this browser stores. */
export async function startOffline(boot: OfflineBoot, element: HTMLElement): Promise<void> {
  const nothing = () => undefined;
  // The scripts load while the database opens.
  const [{ start }, app, list] = await Promise.all([
    import('./start.tsx'),
    readUser(boot).catch(nothing),
    readList(boot.root).catch(nothing),
  ]);
  if (!app) render(<NothingStored />, element);
  else start(app, element, list?.userId === app.user.id ? list : undefined);
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
