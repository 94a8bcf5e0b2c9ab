import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { endAll, migratedFolder, removeFolder, startProcess, stopProcess } from './process.ts';

const folder = await migratedFolder();
afterAll(() => {
  endAll();
  removeFolder(folder);
});

/** Whether anybody listens there. */
const listens = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

/** A machine on which localhost has two addresses, as with IPv6; two of IPv4 here, since not every machine has IPv6. */
const TWO_ADDRESSES = `
  import dns from 'node:dns';
  const { lookup } = dns;
  const both = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  dns.lookup = (host, options, done) =>
    host === 'localhost' && options.all ? done(null, both) : lookup(host, options, done);`;

test('HOST=localhost is served by one limited server, with no second one on the other address (S15)', async () => {
  const server = startProcess({ DATA_DIR: folder, DEMO: '0', HOST: 'localhost' }, { preload: TWO_ADDRESSES });
  const { hostname, port } = new URL(await server.ready);
  const at = await Promise.all(['127.0.0.1', '127.0.0.2'].map((host) => listens(host, Number(port))));
  expect([hostname, ...at]).toEqual(['localhost', true, false]);
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200);
  expect(await stopProcess(server)).toBe(0);
});
