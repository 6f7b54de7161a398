/** postgresql.conf settings by name. Passed on the command line, they override the file. */
export type Settings = Readonly<Record<string, string>>;

/**
 * For a machine shared with Node. Measured idle, all processes: 25 MB (27 MB with PostgreSQL's defaults);
 * shared_buffers is allocated as it is used.
 */
export const defaults: Settings = {
  // Must exceed the pool's size; each used connection takes 2 to 10 MB.
  max_connections: '100',
  shared_buffers: '128MB',
  huge_pages: 'off',
  // An acknowledged write survives a power failure.
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  // Compiling takes longer than the statements.
  jit: 'off',
  // No unneeded worker processes.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Not in /dev/shm, which systemd clears at logout and Docker limits to 64 MB.
  dynamic_shared_memory_type: 'mmap',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_startup_progress_interval: '5s',
};

/** Arguments of `postgres`: no TCP, one private socket, the defaults, and the caller's overrides. */
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

/** Only part of the socket's name, `.s.PGSQL.5432`. */
export const socketPort = 5432;

/** Quoted, because unix_socket_directories is a comma-separated list. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
