/** Settings of the embedded server: for one small machine, with full durability. */

/** Given on the command line, so that no file in the cluster can override them. */
const settings: Record<string, string> = {
  // Only a socket in a private folder: no port conflicts, no access by other users.
  listen_addresses: '',
  port: '5432',
  cluster_name: 'wellkept',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum_vacuum_insert_scale_factor: '0.02',
  restart_after_crash: 'on',
  // No personal data in the log: no statements, no details of constraint errors.
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * @param socketFolder a path without commas or quotes
 * @param more settings for this start only
 */
export const serverArguments = (
  cluster: string,
  socketFolder: string,
  more: Record<string, string> = {},
): string[] => [
  '-D',
  cluster,
  ...Object.entries({ ...settings, unix_socket_directories: socketFolder, ...more }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  ),
]
