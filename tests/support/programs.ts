import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** Programs of the machine, which tests start beside the server. */

/** With the folders where Debian has those of the system. */
export const PATH = [process.env['PATH'] ?? '', '/usr/sbin', '/sbin'].join(delimiter);

/** PostgreSQL refuses to run as root, so root lends it a user without rights. */
export function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A port of 127.0.0.1 where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const alive = new Set<ChildProcess>();

/** Starts a program; what it says goes to `<name>.log` in its folder. */
export function startProgram(
  name: string,
  [program = '', ...args]: readonly string[],
  { cwd, env, ...options }: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> & { cwd: string },
): ChildProcess {
  const child = spawn(program, args, { cwd, env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const log = createWriteStream(join(cwd, `${name}.log`), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  alive.add(child);
  child.once('error', (error) => log.write(error.message));
  child.once('exit', () => alive.delete(child));
  return child;
}

/** Sends a signal and waits for the end. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Ends what a failed test left behind. */
export const endPrograms = (): Promise<unknown> =>
  Promise.all([...alive].toReversed().map((child) => endProgram(child, 'SIGKILL')));
