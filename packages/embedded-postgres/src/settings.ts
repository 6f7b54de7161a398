/** Values of postgresql.conf settings by name. They are given on the command line, so they win over the file. */
export type Settings = Readonly<Record<string, string>>;

/**
 * For a machine shared with the Node process. Measured idle, all processes: 25 MB (27 MB with PostgreSQL's own);
 * shared_buffers is taken page by page as it is used.
 */
export const defaults: Settings = {
  // Any value over the pool's size will do; each connection in use takes 2 to 10 MB.
  max_connections: '100',
  shared_buffers: '128MB',
  huge_pages: 'off',
  // An acknowledged write survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  // Compiling takes longer than our statements.
  jit: 'off',
  // No worker processes where nothing needs them.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Not in /dev/shm, which systemd empties when the user logs out and Docker limits to 64 MB.
  dynamic_shared_memory_type: 'mmap',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_startup_progress_interval: '5s',
};

/** The arguments of `postgres`: no TCP, one private socket, our defaults, and last what the caller wants otherwise. */
export function serverArguments(data: string, socketDirectory: string, overrides: Settings = {}): string[] {
  const settings = {
    ...defaults,
    ...overrides,
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: quoteListItem(socketDirectory),
    unix_socket_permissions: '0700',
    logging_collector: 'off',
    log_destination: 'stderr',
  };
  return ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** There is no port; the number is only in the socket's name, `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** unix_socket_directories is a list with commas; quoted, a directory's own commas and spaces are taken as they are. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
