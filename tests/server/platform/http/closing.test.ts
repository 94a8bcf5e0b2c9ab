import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '#tests/support/server.ts';

async function connectTo(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined).resume();
  await once(socket, 'connect');
  return socket;
}

it('X51 a connection without a request does not hold up the end, whether it has asked before or not', async () => {
  const server = await startServer();
  const [silent, asked] = [await connectTo(server.url), await connectTo(server.url)];
  asked.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  await once(asked, 'data');
  const gone = Promise.all([once(silent, 'close'), once(asked, 'close')]);
  await server.close();
  await gone;
  expect([silent.destroyed, asked.destroyed]).toEqual([true, true]);
});
