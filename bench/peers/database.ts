import type { ConnectionSettings } from '../../packages/server/src/storage/pool.ts';
import type { Bench } from '../measurement.ts';

/** Makes a database for a peer in the PostgreSQL of the installation, so that all sides write to the same disk with the same settings. */
export async function createPeerDatabase(
  bench: Bench,
  name: string,
): Promise<ConnectionSettings & { database: string }> {
  const database = `peer_${name}`;
  await bench.installation.withDatabase((db) => db.query(`CREATE DATABASE ${database}`));
  return { ...(await bench.installation.connection()), database };
}
