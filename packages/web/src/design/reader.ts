export interface Reader {
  id?: string;
  timezone?: string;
  language?: string;
}

export function readerOfPage(): Reader {
  if (typeof document === 'undefined') return {};
  try {
    return JSON.parse(document.getElementById('app')?.dataset.boot ?? '{}').user ?? {};
  } catch {
    return {};
  }
}

export function changeReader(changed: Reader): void {
  const element = document.getElementById('app');
  if (!element) return;
  const boot = JSON.parse(element.dataset.boot ?? '{}');
  element.dataset.boot = JSON.stringify({ ...boot, user: { ...boot.user, ...changed } });
}
