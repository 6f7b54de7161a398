const MEET = /^\/b\/(B\w{22})\/meet\/(M\w{22})\/?$/;

export interface NamedMeet {
  binderId: string;
  sessionKey: string;
}

export function meetOf(root: string, path: string): NamedMeet | undefined {
  const [, binderId, sessionKey] = MEET.exec(path.slice(root.length)) ?? [];
  return binderId && sessionKey ? { binderId, sessionKey } : undefined;
}

export function meetPath(root: string, { binderId, sessionKey }: NamedMeet): string {
  return `${root}/b/${binderId}/meet/${sessionKey}`;
}
