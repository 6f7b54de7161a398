import type { Shown } from './modules.ts';
import type { Settings } from './settings.ts';

/** The address of a module's page. Nothing in it is secret. @param widget names this use of it */
export function moduleAddress(
  { shown, settings }: { shown: Shown; settings: Settings },
  widget: string,
): string {
  const query = new URLSearchParams({
    // That of an srcdoc is the one of the page around it, which `location.origin` does not tell.
    client_id: settings.clientId,
    origin: self.origin,
    widget,
    // The pages around this one have to be allowed as well. Not all browsers tell them.
    ...(location.ancestorOrigins?.length && { ancestors: [...location.ancestorOrigins].join() }),
  });
  return `${settings.origin}${settings.root}/embed/${shown.module}?${query}`;
}
