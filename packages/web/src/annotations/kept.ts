/** Changes that were not sent yet, by uuid: markup, or null for what is to be removed. */
export type UnsentChanges = Readonly<Record<string, string | null>>;

/** A page of a binder, as somebody sees it. */
export interface PageKey {
  userId: string;
  binderId: string;
  pageId: number;
}

/** The browser gives a few megabytes to all of our pages. */
const MAX_LENGTH = 1_000_000;

const beginningOf = (userId: string) => `draw ${userId} page `;
/** Each tab keeps its own, by a name that a lock of the same name tells to be in use. */
let tab: string | undefined;
const tabOf = (userId: string) => {
  if (tab === undefined) {
    tab = crypto.randomUUID();
    void navigator.locks?.request(lockOf(userId, tab), () => new Promise(() => undefined));
  }
  return tab;
};
const lockOf = (userId: string, name: string) => `draw ${userId} tab ${name}`;

/** Keeps the changes on a page that this tab has not sent, in the place of those that it kept before. */
export function keepChanges({ userId, binderId, pageId }: PageKey, changes: UnsentChanges): void {
  const key = `${beginningOf(userId)}${binderId} ${pageId} ${tabOf(userId)}`;
  try {
    const text = JSON.stringify(changes);
    if (text === '{}' || text.length > MAX_LENGTH) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without a place to keep them they are sent as long as the tab is open.
  }
}

/**
 * Takes what tabs that are gone have left of somebody, of one page or of all: each is given to one caller alone. Where a
 * browser has no locks, whatever another tab keeps is taken too: sent twice it is the same.
 */
export async function takeLeftChanges(
  { userId, ...only }: Pick<PageKey, 'userId'> & Partial<PageKey>,
  take: (page: PageKey, changes: UnsentChanges) => void,
): Promise<void> {
  const own = tabOf(userId);
  for (const key of keysOf(userId)) {
    const [binderId = '', page, name = ''] = key.slice(beginningOf(userId).length).split(' ');
    const pageId = Number(page);
    if (name === own || (only.pageId !== undefined && only.pageId !== pageId)) continue;
    if (only.binderId !== undefined && only.binderId !== binderId) continue;
    const takeIt = () => {
      const changes = read(key);
      take({ userId, binderId, pageId }, changes);
      localStorage.removeItem(key);
    };
    if (!navigator.locks) takeIt();
    else
      await navigator.locks.request(lockOf(userId, name), { ifAvailable: true }, (lock) => lock && takeIt());
  }
}

function keysOf(userId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginningOf(userId)));
  } catch {
    return [];
  }
}

function read(key: string): UnsentChanges {
  try {
    const held: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const isChange = ([, markup]: [string, unknown]) => markup === null || typeof markup === 'string';
    return Object.fromEntries(Object.entries(Object(held)).filter(isChange)) as UnsentChanges;
  } catch {
    return {};
  }
}
