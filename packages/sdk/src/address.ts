import type { ModuleSpec } from './modules.ts';
import type { Settings } from './settings.ts';

/**
 * The address of a module's page, without secrets.
 * @param widget identifies this instance
 */
export function moduleAddress(
  { spec, settings }: { spec: ModuleSpec; settings: Settings },
  widget: string,
): string {
  const query = new URLSearchParams({
    // In srcdoc documents this is the embedding page's origin, unlike `location.origin`.
    client_id: settings.clientId,
    origin: self.origin,
    widget,
    // All embedding pages must be registered too. Not all browsers list them.
    ...(location.ancestorOrigins?.length && { ancestors: [...location.ancestorOrigins].join() }),
  });
  return `${settings.origin}${settings.root}/embed/${spec.module}?${query}`;
}
