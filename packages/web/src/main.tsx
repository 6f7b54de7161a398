import { readBoot } from './boot.ts';
import { applyTheme } from './design/theme.tsx';
import { provideRandomUuid } from './random-uuid.ts';

const element = document.getElementById('app');
if (element) {
  const boot = readBoot(element);
  applyTheme();
  provideRandomUuid();
  if (boot.page === 'app') import('./app/start.tsx').then(({ start }) => start(boot, element));
  else if (boot.page === 'offline')
    import('./app/start-offline.tsx').then(({ startOffline }) => startOffline(boot, element));
  else if (boot.page === 'console') import('./console/start.tsx').then(({ start }) => start(boot, element));
  else if (boot.page === 'playground')
    import('./playground/start.tsx').then(({ start }) => start(boot, element));
  else if (boot.page === 'meet') import('./meet/guest/start.tsx').then(({ start }) => start(boot, element));
}
