/** Markup by annotation uuid, or null for a removal. */
export type UnsentChanges = Readonly<Record<string, string | null>>;

export interface PageKey {
  userId: string;
  binderId: string;
  pageId: number;
}

/**
 * In characters. Longer changes are not stored, because browsers limit storage to a few megabytes per origin.
 */
const MAX_LENGTH = 1_000_000;

const beginningOf = (userId: string) => `draw ${userId} page `;
let tab: string | undefined;
const tabOf = (userId: string) => {
  if (tab === undefined) {
    tab = crypto.randomUUID();
    if (navigator.locks)
      void navigator.locks.request(lockOf(userId, tab), () => new Promise(() => undefined));
    else answerAs(tab);
  }
  return tab;
};
const lockOf = (userId: string, name: string) => `draw ${userId} tab ${name}`;

export function storeUnsentChanges({ userId, binderId, pageId }: PageKey, changes: UnsentChanges): void {
  const key = `${beginningOf(userId)}${binderId} ${pageId} ${tabOf(userId)}`;
  try {
    const text = JSON.stringify(changes);
    if (text === '{}' || text.length > MAX_LENGTH) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // If nothing can be stored, changes are sent only while the tab is open.
  }
}

const ANSWER_MS = 1_000;

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('draw-tabs');
  } catch {
    // Some browsers deny it to frames without storage.
    return undefined;
  }
}

/** Browsers have no Web Locks on pages without TLS. There, a tab answers to its name while it is open. */
function answerAs(name: string): void {
  const channel = openChannel();
  if (!channel) return;
  channel.onmessage = ({ data }) => {
    if (data.asks === name) channel.postMessage({ isOpen: name });
  };
}

async function isOpen(name: string): Promise<boolean> {
  const channel = openChannel();
  if (!channel) return false;
  const answer = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }) => data.isOpen === name && resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
  });
  channel.postMessage({ asks: name });
  return answer.finally(() => channel.close());
}

/**
 * Passes the stored changes of closed tabs to `take`, in only one of the open tabs. An open tab may have newer
 * changes, which its older ones would replace.
 */
export async function claimUnsentChanges(
  { userId, ...only }: Pick<PageKey, 'userId'> & Partial<PageKey>,
  take: (page: PageKey, changes: UnsentChanges) => void,
): Promise<void> {
  const own = tabOf(userId);
  for (const key of keysOf(userId)) {
    const [binderId = '', page, name = ''] = key.slice(beginningOf(userId).length).split(' ');
    const pageId = Number(page);
    if (name === own || (only.pageId !== undefined && only.pageId !== pageId)) continue;
    if (only.binderId !== undefined && only.binderId !== binderId) continue;
    const claim = () => {
      const changes = read(key);
      take({ userId, binderId, pageId }, changes);
      localStorage.removeItem(key);
    };
    if (navigator.locks)
      await navigator.locks.request(lockOf(userId, name), { ifAvailable: true }, (lock) => lock && claim());
    else if (!(await isOpen(name))) claim();
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
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const isChange = ([, markup]: [string, unknown]) => markup === null || typeof markup === 'string';
    return Object.fromEntries(Object.entries(Object(stored)).filter(isChange)) as UnsentChanges;
  } catch {
    return {};
  }
}
