/** How one server of a list is reached, and what it is called in lines for the operator. */
export interface ListedServer {
  name: string;
  address: string;
}

/** libpq's name of the parameter that asks for a server that takes writes. An address has it here when it has a list. */
const WANTED = 'target_session_attrs';
const DEFAULT_PORT = '5432';

/**
 * Reads a database's address as libpq writes it: with one server, or with several, `postgres://user@h1:5432,h2:5433/db`
 * or `postgres://user@/db?host=h1,h2&port=5432,5433`. Gives it in a form that `new URL` takes too. Throws an Error that
 * says what it must be.
 */
export function readDatabaseAddress(text: string): string {
  const [, scheme, login = '', servers = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(text) ?? [];
  const url = scheme && URL.parse(`${scheme}${login}localhost${rest}`);
  if (!url) throw new Error('must be an address like postgres://user:password@host/database');
  const query = url.searchParams;
  const wanted = query.get(WANTED);
  const isList = servers.includes(',') || query.get('host')?.includes(',') === true || wanted !== null;
  if (!isList) {
    if (!URL.canParse(text))
      throw new Error('must be an address like postgres://user:password@host/database');
    return text;
  }
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error(`must have ${WANTED}=read-write or primary, or none: the service writes`);
  if (query.has('hostaddr')) throw new Error('must name its servers by host, as hostaddr is not read');
  const inAuthority = servers.split(',').map(splitServer);
  const hosts = query.get('host')?.split(',') ?? inAuthority.map(({ host }) => host);
  const ports = query.get('port')?.split(',') ?? inAuthority.map(({ port }) => port);
  if (hosts.includes('')) throw new Error('must have a host between the commas');
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new Error(`must have one port for all ${hosts.length} hosts, or one for each`);
  if (!ports.every((port) => /^\d{1,5}$/.test(port))) throw new Error('must have ports that are numbers');
  query.set('host', hosts.join(','));
  query.set('port', hosts.map((_, index) => ports[index] ?? ports[0]).join(','));
  query.set(WANTED, 'read-write');
  return url.href;
}

/** One of `host`, `host:port`, `[address]:port` and the encoded directory of a socket. */
function splitServer(text: string): { host: string; port: string } {
  const [, address, name = '', port = DEFAULT_PORT] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  return { host: address ?? decodeURIComponent(name), port };
}

/** The servers of an address that has a list, in its order; undefined of one that names a single server. */
export function serversOf(address: string): ListedServer[] | undefined {
  const url = new URL(address);
  if (!url.searchParams.has(WANTED)) return undefined;
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  return (url.searchParams.get('host')?.split(',') ?? []).map((host, index) => {
    const one = new URL(url);
    const port = ports[index] ?? DEFAULT_PORT;
    one.searchParams.set('host', host);
    one.searchParams.set('port', port);
    return { name: `${host.includes(':') ? `[${host}]` : host}:${port}`, address: one.href };
  });
}
