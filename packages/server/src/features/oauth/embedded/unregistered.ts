export function unregistered(origin: string, clientId: string): string {
  return `pages of ${origin || 'an unknown origin'} may not embed this: add it to the origins of client ${clientId}`;
}
