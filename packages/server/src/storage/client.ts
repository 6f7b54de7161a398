import pg from 'pg';
import { type Primary, primaryOf } from './primary.ts';
import type { ListedServer } from './server-list.ts';

const REFUSALS: Record<string, string> = {
  in_hot_standby: 'the server is a standby',
  default_transaction_read_only: 'the server accepts no writes',
};
const READ_ONLY = '25006';
const UNKNOWN_OUTCOME = '08007';

/**
 * Fails with SQLSTATE 08007 if a commit was not replicated, and with 25006 if a server of a list accepts no
 * writes.
 */
export class DatabaseClient extends pg.Client {
  #refusal: string | undefined;
  #isConnected = false;

  constructor(settings: pg.ClientConfig) {
    const primary = primaryOf(settings.connectionString);
    const server = primary?.current();
    super(server ? { ...settings, connectionString: server.address } : settings);
    this.connection.on('notice', (notice: { routine?: string; message: string }) => {
      // After a cancelled wait for the standby, the server acknowledges an unreplicated commit with a
      // warning.
      if (notice.routine === 'SyncRepWaitForLSN')
        this.connection.emit('error', coded(UNKNOWN_OUTCOME, notice.message));
    });
    if (primary && server) this.#watch(primary, server);
  }

  #watch(primary: Primary, server: ListedServer): void {
    this.connection.once(
      'end',
      primary.add(server, (reason) => this.#break(reason)),
    );
    this.connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }) => {
      const refusal = REFUSALS[name];
      if (refusal === undefined || value !== 'on') return;
      this.#refusal = `${server.name}: ${refusal}`;
      primary.suspect();
      if (this.#isConnected) this.#break(this.#refusal);
    });
    this.connection.on('error', () => primary.suspect());
    this.connection.on('errorMessage', ({ severity, code }: pg.DatabaseError) => {
      if (severity === 'FATAL' || code === READ_ONLY) primary.suspect();
    });
  }

  #break(reason: string): void {
    this.connection.stream.destroy(coded(READ_ONLY, reason));
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
  override connect(callback?: unknown): unknown {
    if (callback === undefined)
      return new Promise((resolve, reject) => {
        this.connect((error: Error | null) => (error ? reject(error) : resolve(this)));
      });
    super.connect((error: Error | null) => {
      this.#isConnected = true;
      const refusal = this.#refusal;
      const refused = error ?? (refusal === undefined ? null : coded(READ_ONLY, refusal));
      if (refused !== null && error === null) void this.end().catch(() => undefined);
      (callback as (error: Error | null, client: pg.Client) => void)(refused, this);
    });
    return undefined;
  }
}

function coded(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
