import { render } from 'preact';
import { readBoot } from './boot.ts';
import { Console } from './console/shell.tsx';
import { applyTheme } from './design/theme.tsx';
import { Gallery } from './gallery/gallery.tsx';

const element = document.getElementById('app');
if (element) {
  applyTheme();
  const boot = readBoot(element);
  render(boot.page === 'console' ? <Console boot={boot} /> : <Gallery />, element);
}
