import { readBoot } from '../boot.ts';
import { applyTheme } from '../design/theme.tsx';
import { provideRandomUuid } from '../random-uuid.ts';
import { provideStorage } from '../storage.ts';
import { start } from './start.ts';

const element = document.getElementById('app');
const boot = element ? readBoot(element) : undefined;
if (element && boot?.page === 'embed') {
  provideStorage();
  applyTheme();
  provideRandomUuid();
  // Each build has another module under this name (vite.config.js).
  void start(boot, element, () => import('embed-module'));
}
