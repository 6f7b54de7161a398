import type { ModuleSpec } from './modules.ts';
import type { Settings } from './settings.ts';

/**
 * Contains no secrets.
 *
 * @param widget instance of the module
 */
export function moduleAddress(
  { spec, settings }: { spec: ModuleSpec; settings: Settings },
  widget: string,
): string {
  const query = new URLSearchParams({
    // In srcdoc, `self.origin` is the embedding page's; `location.origin` is not.
    client_id: settings.clientId,
    origin: self.origin,
    widget,
    // All must be registered. Browsers without `ancestorOrigins` send none.
    ...(location.ancestorOrigins?.length && { ancestors: [...location.ancestorOrigins].join() }),
  });
  return `${settings.origin}${settings.root}/embed/${spec.module}?${query}`;
}
