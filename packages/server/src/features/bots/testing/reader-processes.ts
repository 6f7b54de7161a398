import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { onDatabase, sharedServer, type TestService } from '@ringbinder/testkit';

export function createReaderProcesses(service: TestService, program: string) {
  const children = new Set<ChildProcess>();
  return {
    async start(): Promise<ChildProcess> {
      const [row] = await service.env.db.query<{ database: string }>('SELECT current_database() AS database');
      const connection = JSON.stringify(onDatabase(sharedServer(), row?.database ?? ''));
      const child = spawn(process.execPath, [program, connection], { stdio: ['pipe', 'pipe', 'inherit'] });
      children.add(child);
      assert.ok(child.stdout);
      await once(child.stdout, 'data');
      return child;
    },
    async kill(child: ChildProcess): Promise<void> {
      children.delete(child);
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    killAll(): void {
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
