import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a server on this machine that can be cut. */
export interface Link {
  url: string;
  setDown(down: boolean): void;
  /** Bytes that came from the server so far. */
  received(): number;
  close(): Promise<void>;
}

export async function openLink(to: string): Promise<Link> {
  const port = Number(new URL(to).port);
  const open = new Set<Socket>();
  let down = false;
  let received = 0;
  const server = createServer((client) => {
    if (down) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    upstream.on('data', ({ length }) => (received += length));
    for (const [from, into] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.setNoDelay(true);
      from
        .on('data', (bytes) => into.write(bytes))
        .on('error', () => into.destroy())
        .on('close', () => {
          open.delete(from);
          into.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => open.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setDown(value) {
      down = value;
      if (value) cut();
    },
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
