import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** How connections fare. `cut`: after this many bytes in one direction both ends are torn down. */
export type Weather =
  | { kind: 'clear' }
  | { kind: 'blackHole' }
  | { kind: 'captive'; page?: string }
  | { kind: 'slow'; delay: number }
  | { kind: 'cut'; direction: 'up' | 'down'; after: number };

const PORTAL = '<!doctype html><title>Airport Wi-Fi</title><h1>Please accept the terms to go online</h1>';
const HOST = '127.0.0.1';

/**
 * A TCP proxy between browser and server: the network, as it is in the field. Browser emulation does not reach requests
 * that a service worker makes; a dead proxy does. Its port stays the same while it is down.
 */
export class Proxy {
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();
  private weather: Weather = { kind: 'clear' };
  /** Connections taken so far: tells a test that somebody tried. */
  connections = 0;
  port = 0;

  private upstream: number;

  private constructor(upstream: number) {
    this.upstream = upstream;
  }

  static async start(upstream: number): Promise<Proxy> {
    const proxy = new Proxy(upstream);
    await proxy.up();
    return proxy;
  }

  get url(): string {
    return `http://${HOST}:${this.port}`;
  }

  /** The network is there (again). */
  async up(): Promise<void> {
    if (this.server) return;
    const server = createServer({ allowHalfOpen: true }, (client) => this.take(client));
    await new Promise<void>((done, fail) => {
      server.once('error', fail);
      server.listen(this.port, HOST, done);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** No network: nothing listens, and every open connection is torn. */
  async down(): Promise<void> {
    const server = this.server;
    this.server = null;
    this.tear();
    if (server) await new Promise<void>((done) => void server.close(() => done()));
  }

  /** Changes the weather for new connections; the open ones are torn, or they would keep the old one. */
  set(weather: Weather): void {
    this.weather = weather;
    this.tear();
  }

  /** Sends new connections to another server: the next build, or the same one restarted elsewhere. */
  swap(port: number): void {
    this.upstream = port;
    this.tear();
  }

  private tear(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
    this.sockets.clear();
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  private take(client: Socket): void {
    this.connections += 1;
    this.keep(client);
    const weather = this.weather;
    if (weather.kind === 'blackHole') {
      client.resume();
      return;
    }
    if (weather.kind === 'captive') {
      const page = weather.page ?? PORTAL;
      client.once('data', () =>
        client.end(
          `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${Buffer.byteLength(page)}\r\n` +
            `Connection: close\r\n\r\n${page}`,
        ),
      );
      return;
    }
    if (weather.kind === 'slow') {
      client.pause();
      setTimeout(() => this.join(client, weather), weather.delay);
      return;
    }
    this.join(client, weather);
  }

  private join(client: Socket, weather: Weather): void {
    if (client.destroyed) return;
    const server = connect({ port: this.upstream, host: HOST, allowHalfOpen: true });
    this.keep(server);
    const tearBoth = (): void => {
      client.destroy();
      server.destroy();
    };
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    pass(client, server, weather.kind === 'cut' && weather.direction === 'up' ? weather.after : Infinity, tearBoth);
    pass(server, client, weather.kind === 'cut' && weather.direction === 'down' ? weather.after : Infinity, tearBoth);
  }
}

/** Passes bytes on until `limit`, then tears the connection. */
function pass(from: Socket, to: Socket, limit: number, tear: () => void): void {
  let left = limit;
  from.on('data', (bytes) => {
    if (bytes.length < left) {
      left -= bytes.length;
      if (!to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
      return;
    }
    if (left > 0) to.write(bytes.subarray(0, left), tear);
    else tear();
  });
  from.on('end', () => to.end());
}
