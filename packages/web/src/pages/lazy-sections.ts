import { lazy } from '../design/states.tsx';

const load = () => import('./sections.tsx');

export const SectionHeading = lazy(() => load().then(({ SectionHeading }) => SectionHeading), 'quiet');
export const NewSection = lazy(() => load().then(({ NewSection }) => NewSection), 'quiet');
export const MoveToSection = lazy(() => load().then(({ MoveToSection }) => MoveToSection), 'quiet');
