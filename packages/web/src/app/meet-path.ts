const MEET = /^\/b\/(B\w{22})\/meet\/(M\w{22})\/?$/;

/** A meet of a binder. */
export interface NamedMeet {
  binderId: string;
  sessionKey: string;
}

/** The meet that an address of the app names. @param root what the paths of the app begin with */
export function meetOf(root: string, path: string): NamedMeet | undefined {
  const [, binderId, sessionKey] = MEET.exec(path.slice(root.length)) ?? [];
  return binderId && sessionKey ? { binderId, sessionKey } : undefined;
}

/** Where a meet is in the app. */
export function meetPath(root: string, { binderId, sessionKey }: NamedMeet): string {
  return `${root}/b/${binderId}/meet/${sessionKey}`;
}
