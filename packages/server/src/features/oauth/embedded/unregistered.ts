/** What whoever registers a client is to do, where a page of an origin that is not registered embeds a module. */
export function unregistered(origin: string, clientId: string): string {
  return `pages of ${origin || 'an unknown origin'} may not embed this: add it to the origins of client ${clientId}`;
}
