import { render } from 'preact';
import { readBoot } from './boot.ts';
import { Console } from './console/shell.tsx';
import { applyTheme } from './design/theme.tsx';

const element = document.getElementById('app');
if (element) {
  applyTheme();
  const boot = readBoot(element);
  if (boot.page === 'console') render(<Console boot={boot} />, element);
  // Apart: whoever works with the console need not load it.
  else import('./gallery/gallery.tsx').then(({ Gallery }) => render(<Gallery />, element));
}
