import { readBoot } from '../boot.ts';
import { applyTheme } from '../design/theme.tsx';
import { provideRandomUuid } from '../random-uuid.ts';
import { dropRefusedLocks, provideStorage } from '../storage.ts';
import { start } from './start.ts';

const element = document.getElementById('app');
const boot = element ? readBoot(element) : undefined;
if (element && boot?.page === 'embed') {
  provideStorage();
  applyTheme();
  provideRandomUuid();
  const isSettled = dropRefusedLocks();
  // Each build maps `embed-module` to its own module (embed.config.js).
  void start(boot, element, () => isSettled.then(() => import('embed-module')));
}
