export type Settings = Readonly<Record<string, string>>;

export const defaults: Settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  huge_pages: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  // The WAL that waits for an archive must not fill the disk. A base backup that needs more fails.
  max_slot_wal_keep_size: '8GB',
  jit: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // systemd clears /dev/shm at logout, and Docker limits it to 64 MB.
  dynamic_shared_memory_type: 'mmap',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_startup_progress_interval: '5s',
};

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

export const socketPort = 5432;

function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
