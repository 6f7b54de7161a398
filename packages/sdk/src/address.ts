import type { Shown } from './modules.ts';
import type { Settings } from './settings.ts';

/** The address of a module's page. Nothing in it is secret. @param widget names this use of it */
export function moduleAddress(
  { shown, settings }: { shown: Shown; settings: Settings },
  widget: string,
): string {
  const query = new URLSearchParams({ client_id: settings.clientId, origin: location.origin, widget });
  return `${settings.origin}${settings.root}/embed/${shown.module}?${query}`;
}
