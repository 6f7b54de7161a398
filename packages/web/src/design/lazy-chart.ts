import { lazy } from './states.tsx';

export const BarChart = lazy(() => import('./chart.tsx').then((module) => module.BarChart), 'quiet');
