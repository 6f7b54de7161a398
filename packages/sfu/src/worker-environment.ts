const PASSED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ', 'LD_LIBRARY_PATH'];

/**
 * The environment of a child process that reads what strangers send: what programs need to run, and nothing of the service's own,
 * which holds its secrets. Two arenas keep glibc from holding on to what was freed.
 */
export function workerEnvironment(): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(PASSED.map((name) => [name, process.env[name]])),
    MALLOC_ARENA_MAX: '2',
  };
}
