/** The folder of one person's recordings in the browser's own file system. */
export const folderOf = (userId: string): string => `ringbinder-clips-${userId}`;

/** Removes all that is kept of a person's recordings in this browser. Harmless where there is nothing. */
export async function removeRecordings(userId: string): Promise<void> {
  const root = await navigator.storage?.getDirectory?.().catch(() => undefined);
  await root?.removeEntry(folderOf(userId), { recursive: true }).catch(() => undefined);
}
