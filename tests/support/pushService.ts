import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';

/** A push service on this machine, and a device that subscribed with it. */

interface Device {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What the device's own keys make of a message. */
  open(body: Buffer): string;
}

export interface PushService {
  received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** How it answers from now on. */
  answer: { status: number; headers?: Record<string, string> };
  device(name: string): Device;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const service = { received: [] as PushService['received'], answer: { status: 201 } as PushService['answer'] };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      service.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(service.answer.status, service.answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    device(name: string): Device {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const secret = randomBytes(16);
      return {
        subscription: {
          endpoint: `http://127.0.0.1:${port}/${name}`,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') },
        },
        open: (body) => decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: secret }).toString('utf8'),
      };
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
