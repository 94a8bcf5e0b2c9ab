import { readdirSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface ServedFolder {
  url: string;
  setDown(down: boolean): void;
  close(): Promise<void>;
}

/** Serves a built folder from memory with brotli made beforehand, on loopback; `setDown` cuts every connection. */
export async function serveFolder(folder: string): Promise<ServedFolder> {
  const files = new Map<string, { type: string; body: Buffer }>();
  const walk = (dir: string): void => {
    for (const name of readdirSync(dir)) {
      const full = path.join(dir, name);
      if (statSync(full).isDirectory()) walk(full);
      else
        files.set(`/${path.relative(folder, full)}`, {
          type: TYPES[path.extname(full)] ?? 'application/octet-stream',
          body: brotliCompressSync(readFileSync(full)),
        });
    }
  };
  walk(folder);
  let down = false;
  const server = http.createServer((request, response) => {
    if (down) return void request.socket.destroy();
    const name = new URL(request.url ?? '/', 'http://x').pathname;
    const file = files.get(name) ?? files.get('/index.html');
    if (!file) return void response.writeHead(404).end();
    const hashed = name.startsWith('/assets/');
    response.writeHead(200, {
      'content-type': file.type,
      'content-encoding': 'br',
      'content-length': file.body.length,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    setDown(value) {
      down = value;
      if (value) server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
