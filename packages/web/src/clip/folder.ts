/** The folder of one person's recordings in the browser's own file system. Signing out removes what has their id in its name. */
export const folderOf = (userId: string): string => `ringbinder-clips-${userId}`;
