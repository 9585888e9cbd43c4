/**
 * The environment of PostgreSQL's programs. They do not inherit the caller's environment: its `PG*` and `LANG` would change
 * what they do.
 */
export const SERVER_ENVIRONMENT = { LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TZ: "UTC", PATH: "/usr/bin:/bin" };

/** Settings of every embedded server; sizes fit a laptop that also runs other programs. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "64MB",
  max_connections: "60",
  // Parallel queries can exceed the 64 MB of /dev/shm in a container.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  // Each worker process uses memory. Logical replication is off, so no worker is needed for it. Asynchronous reads are rare, so one worker
  // is enough for them.
  max_logical_replication_workers: "0",
  io_workers: "1",
  // Nothing replicates this server. Without replication, a rebuild of read models writes its rows once, not twice.
  wal_level: "minimal",
  max_wal_senders: "0",
  // A recycled segment of the write-ahead log keeps its old content: words of the search index, and wrapped keys.
  wal_recycle: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Error texts can quote what a person wrote. They go to the process that asked, never to this log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

const DURABLE_SETTINGS = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

/** For clusters that a test deletes. */
const FAST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** The parameters on the server's command line. */
export function serverParameters(
  cluster: string,
  port: number,
  durable: boolean,
  extraSettings: Readonly<Record<string, string>>,
): string[] {
  const settings = {
    ...SETTINGS,
    ...(durable ? DURABLE_SETTINGS : FAST_SETTINGS),
    ...extraSettings,
    port: String(port),
  };
  return ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
