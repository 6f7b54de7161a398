export interface ListedServer {
  name: string;
  address: string;
}

const TARGET_PARAMETER = 'target_session_attrs';
const DEFAULT_PORT = '5432';

/**
 * Reads a libpq URL: `postgres://user@h1:5432,h2:5433/db` or `postgres://user@/db?host=h1,h2&port=5432,5433`.
 * `new URL` can parse the result. Throws an Error whose message starts with "must".
 */
export function readDatabaseAddress(text: string): string {
  const [, scheme, login = '', servers = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const url = scheme && URL.parse(`${scheme}${login}localhost${rest}`);
  if (!url) throw new Error('must be an address like postgres://user:password@host/database');
  const query = url.searchParams;
  const target = query.get(TARGET_PARAMETER);
  const isList = servers.includes(',') || query.get('host')?.includes(',') === true || target !== null;
  if (!isList) {
    if (!URL.canParse(text))
      throw new Error('must be an address like postgres://user:password@host/database');
    return text;
  }
  if (target !== null && target !== 'read-write' && target !== 'primary')
    throw new Error(
      `must set ${TARGET_PARAMETER} to read-write or primary, or omit it, because Ringbinder needs a writable server`,
    );
  if (query.has('hostaddr')) throw new Error('must name its servers with host; hostaddr is not supported');
  const inAuthority = servers.split(',').map(splitServer);
  const hosts = query.get('host')?.split(',') ?? inAuthority.map(({ host }) => host);
  const ports = query.get('port')?.split(',') ?? inAuthority.map(({ port }) => port);
  if (hosts.includes('')) throw new Error('must have a host between the commas');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new Error(`must have one port for all ${hosts.length} hosts, or one for each`);
  if (!ports.every((port) => /^\d{1,5}$/.test(port))) throw new Error('must have ports that are numbers');
  query.set('host', hosts.join(','));
  query.set('port', hosts.map((_, index) => ports[index] ?? ports[0]).join(','));
  query.set(TARGET_PARAMETER, 'read-write');
  return url.href;
}

function splitServer(text: string): { host: string; port: string } {
  const [, address, name = '', port = DEFAULT_PORT] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  return { host: address ?? decodeURIComponent(name), port };
}

export function serversOf(address: string): ListedServer[] | undefined {
  const url = new URL(address);
  if (!url.searchParams.has(TARGET_PARAMETER)) return undefined;
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return (url.searchParams.get('host')?.split(',') ?? []).map((host, index) => {
    const one = new URL(url);
    const port = ports[index] ?? DEFAULT_PORT;
    one.searchParams.set('host', host);
    one.searchParams.set('port', port);
    return { name: `${host.includes(':') ? `[${host}]` : host}:${port}`, address: one.href };
  });
}
