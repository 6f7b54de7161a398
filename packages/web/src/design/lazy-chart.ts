import { lazy } from './states.tsx';

/** A chart's data come later than its code. */
export const BarChart = lazy(() => import('./chart.tsx').then((module) => module.BarChart), 'quiet');
