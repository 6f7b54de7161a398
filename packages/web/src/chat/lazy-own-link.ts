import { lazy } from '../design/states.tsx';

export const OwnLink = lazy(() => import('./own-link.tsx').then((module) => module.OwnLink), 'quiet');

export const isOwnLink = (href: string) => href.startsWith(`${location.origin}/`) && href.includes('/b/B');
