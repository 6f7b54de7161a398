export const scope = self as unknown as ServiceWorkerGlobalScope;

export const root = new URL(scope.registration.scope).pathname.slice(0, -1);
