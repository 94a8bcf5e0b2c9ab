import { connect, createServer, type AddressInfo } from 'node:net';

/** 1.6 Mbit/s, as the field phone has it. */
const BYTES_PER_MS = 200;
/** Half of a round trip of 150 ms. */
const DELAY_MS = 75;

/**
 * A link to a server on this machine, as slow for the worker as for the page: a browser's own throttling does not reach
 * its workers. All connections share what comes down.
 */
export async function openSlowLink(to: string): Promise<{ url: string; close: () => void }> {
  const port = Number(new URL(to).port);
  let freeAt = 0;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client
      .on('data', (bytes) => setTimeout(() => upstream.write(bytes), DELAY_MS))
      .on('error', () => upstream.destroy())
      .on('close', () => upstream.destroy());
    upstream
      .on('data', (bytes) => {
        freeAt = Math.max(Date.now(), freeAt) + bytes.length / BYTES_PER_MS;
        setTimeout(() => client.write(bytes), freeAt - Date.now() + DELAY_MS);
      })
      .on('error', () => client.destroy())
      // After what is still on its way.
      .on('close', () => setTimeout(() => client.end(), Math.max(0, freeAt - Date.now()) + 2 * DELAY_MS));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
