import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/**
 * `mails` contains each accepted email, from the first header to the last line. `answer` may reject a command (`550
 * no`), or return an empty string to ignore it.
 */
export async function startMailServer() {
  const mails: string[] = [];
  const commands: { answer(command: string): string | undefined } = { answer: () => undefined };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    let rest = '';
    let mail: string[] | undefined;
    const writeLine = (line: string) => line !== '' && socket.write(`${line}\r\n`);
    writeLine('220 test ESMTP');
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail && line === '.') {
          mails.push(mail.join('\n'));
          mail = undefined;
          writeLine('250 taken');
        } else if (mail) mail.push(line);
        else if (commands.answer(line) !== undefined) writeLine(commands.answer(line) ?? '');
        else if (/^DATA/i.test(line)) {
          mail = [];
          writeLine('354 go on');
        } else if (/^QUIT/i.test(line)) {
          writeLine('221 bye');
          socket.end();
        } else writeLine('250 ok');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(commands, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}
