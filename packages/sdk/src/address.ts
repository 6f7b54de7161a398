import type { ModuleSpec } from './modules.ts';
import type { Settings } from './settings.ts';

export function moduleAddress(
  { spec, settings }: { spec: ModuleSpec; settings: Settings },
  widget: string,
): string {
  const query = new URLSearchParams({
    // `location.origin` does not work in srcdoc frames.
    client_id: settings.clientId,
    origin: self.origin,
    widget,
    // Browsers without `ancestorOrigins` send none.
    ...(location.ancestorOrigins?.length && { ancestors: [...location.ancestorOrigins].join() }),
  });
  return `${settings.origin}${settings.root}/embed/${spec.module}?${query}`;
}
