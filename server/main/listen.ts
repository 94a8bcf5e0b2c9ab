import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Role } from '#contract/enums.ts';
import { SETUP_HOURS } from '#domain/organisation.ts';
import type { DemoPerson } from '#server/demo/people.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { isLoopback, type Env } from '#server/platform/settings/env.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  manager: 'approves',
  finance: 'finance',
  financeDocument: 'finance documents',
  admin: 'admin',
  tallyAdmin: 'tally',
  orgAdmin: 'organisation admin',
  campaign: 'campaigns',
  campaignManager: 'manages campaigns',
  caseManagement: 'case management',
};

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** What the server says when it is ready: where it is and, in the demo, who can sign in. */
export function banner(
  address: string,
  dataDir: string | null,
  people: readonly DemoPerson[],
  emailOf: (key: string) => string,
  setupLink: string | null = null,
): string {
  const lines = ['', `Kharcha is running at ${address}`, ...(dataDir === null ? [] : [`Data is kept in ${dataDir}`])];
  if (setupLink !== null)
    lines.push(
      '',
      `The organisation has no admin yet. Set it up within ${SETUP_HOURS} hours by this link, which works once:`,
      setupLink,
    );
  if (people.length > 0) {
    const rows = people.map((person) => [
      emailOf(person.key),
      person.name,
      person.roles.map((role) => ROLE_WORDS[role]).join(', ') || 'raises claims',
      `decided by ${person.manager}`,
    ]);
    lines.push('', 'This is the demo: choose one of these on the sign-in page, no password is asked.', '', table(rows));
  }
  return [...lines, '', 'Stop with Ctrl-C.', ''].join('\n');
}

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
