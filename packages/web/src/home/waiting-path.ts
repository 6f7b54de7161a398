import { homePath } from '../router.ts';

const QUERY = '?show=steps';

export const waitingPath = (root: string): string => `${homePath(root)}${QUERY}`;

export const isWaitingQuery = (query: string): boolean => query === QUERY;
