/** Changes that were not sent yet, by uuid: markup, or null for what is to be removed. */
export type KeptChanges = Readonly<Record<string, string | null>>;

const PREFIX = 'draw ';
/** The browser gives a few megabytes to all of our pages. */
const MAX_LENGTH = 1_000_000;

/** Where changes of somebody on a page wait for a connection, also when the tab is closed. */
export interface KeptPage {
  load(): KeptChanges;
  save(changes: KeptChanges): void;
}

/** The changes of somebody on a page that this browser keeps. */
export function keptPage(userId: string, binderId: string, pageId: number): KeptPage {
  const key = `${PREFIX}${userId} ${binderId} ${pageId}`;
  return {
    load() {
      try {
        const held: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
        const changes = Object.entries(Object(held)).filter(
          ([, markup]) => markup === null || typeof markup === 'string',
        );
        return Object.fromEntries(changes) as KeptChanges;
      } catch {
        return {};
      }
    },
    save(changes) {
      try {
        const text = JSON.stringify(changes);
        if (text === '{}' || text.length > MAX_LENGTH) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
      } catch {
        // Without a place to keep them they are sent as long as the page is open.
      }
    },
  };
}

/** Forgets what was kept of all pages: somebody signs out. */
export function forgetKeptDrawings(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
