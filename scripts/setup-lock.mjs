// Two npm commands on a fresh clone must not install at once. Plain JavaScript for Node ≥ 18.
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const POLL_INTERVAL_MS = 200;
/** No installation takes this long, so the process id was reused. */
const STALE_MS = 20 * 60 * 1000;

/**
 * Waits until no other npm command installs into `root`. The lock is a directory with a file named after its
 * process, moved into place atomically, at most over an empty directory, so one process gets it. A dead
 * process's lock is emptied first.
 * @returns a function that releases it; also called on exit
 */
export async function takeSetupLock(root) {
  const lock = join(root, '.setup-lock');
  const mine = `${lock}-${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  orFail(() => mkdirSync(mine));
  writeFileSync(join(mine, String(process.pid)), '');
  const release = () => {
    rmSync(mine, { recursive: true, force: true });
    if (readHolder(lock) === String(process.pid)) rmSync(lock, { recursive: true, force: true });
  };
  process.on('exit', release);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  for (let lastMessage = ''; !move(mine, lock); ) {
    const holder = readHolder(lock);
    if (holder !== undefined && !isAlive(lock, holder)) {
      orFail(() => rmSync(join(lock, holder), { force: true }));
      continue;
    }
    if (holder !== undefined && lastMessage !== holder) {
      process.stderr.write(`Another npm command (process ${holder}) is installing: waiting for it …\n`);
      lastMessage = holder;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  return release;
}

function orFail(change) {
  try {
    change();
  } catch (error) {
    process.stderr.write(`The packages cannot be installed: ${error.message}\n`);
    process.exit(1);
  }
}

function move(from, to) {
  try {
    // Some platforms cannot move a directory over an empty one.
    rmdirSync(to);
  } catch {
    // Missing, or another's.
  }
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function readHolder(lock) {
  try {
    return readdirSync(lock)[0];
  } catch {
    return undefined;
  }
}

function isAlive(lock, holder) {
  try {
    if (Date.now() - statSync(join(lock, holder)).mtimeMs > STALE_MS) return false;
    process.kill(Number(holder), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
