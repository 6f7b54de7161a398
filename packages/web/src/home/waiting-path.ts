import { homePath } from '../router.ts';

const QUERY = '?show=steps';

/** Part of Home, which the app's frame knows already. */
export const waitingPath = (root: string): string => `${homePath(root)}${QUERY}`;

export const isWaitingQuery = (query: string): boolean => query === QUERY;
