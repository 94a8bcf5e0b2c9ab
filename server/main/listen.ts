import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback, type Env } from '#server/platform/settings/env.ts';
import { StartupError } from '#server/platform/base/errors.ts';

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

function explained(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`,
      );
    case 'EACCES':
      return new StartupError(`This user may not listen on port ${port}. Set PORT to a number above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartupError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

/** Starts to listen; answers the address to open in a browser. Throws `StartupError` where the settings cannot work. */
export async function listen(app: FastifyInstance, env: Pick<Env, 'host' | 'port'>): Promise<string> {
  try {
    // For localhost Fastify starts a server of its own on each further address, which nothing that is set up on the
    // first one protects.
    const host = env.host === 'localhost' ? '127.0.0.1' : env.host;
    await app.listen({ host, port: env.port });
  } catch (error) {
    throw explained(error, env);
  }
  const { port } = app.server.address() as AddressInfo;
  const name = isLoopback(env.host)
    ? env.host.includes(':')
      ? `[${env.host.replace(/^\[|\]$/g, '')}]`
      : env.host
    : env.host === '0.0.0.0' || env.host === '::'
      ? 'localhost'
      : env.host;
  return `http://${name}:${port}`;
}
