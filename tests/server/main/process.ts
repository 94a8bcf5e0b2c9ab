import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api } from '../../support/api.ts';
import { builtFile } from '../../support/builtServer.ts';
import { template } from '../../support/dataDir.ts';

/** The real server as a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with its address when it is ready; rejects with what it said when it ended before. */
  ready: Promise<string>;
  exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves once it has said this, in its log or to its terminal; rejects with all it said when it ends before. */
  says(text: string): Promise<void>;
  stdout(): string;
  stderr(): string;
}

const ADDRESS = /running at (http:\/\/\S+)/;
const alive = new Set<ChildProcess>();

/** Ends what a failed test left behind. */
export function endAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/** Whether this machine lets a process mount a small disk for itself alone. */
export const canMount = (): boolean =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /tmp'], { stdio: 'ignore' }).status === 0;

/** As it is delivered; from its sources where nothing was built. */
function program(): string[] {
  const built = builtFile('server.js');
  return built === null ? ['--import', 'tsx', 'server/main/server.ts'] : [built];
}

/**
 * Starts the server on a free port. `settings` are environment variables. `preload`: a module that runs first in its
 * process. `disk`: its data folder is a disk of its own with this many bytes (see `canMount`).
 */
export function startProcess(
  settings: Record<string, string>,
  options: { preload?: string; disk?: number } = {},
): ServerProcess {
  const { PATH = '', HOME = '' } = process.env;
  const node = [
    process.execPath,
    ...(options.preload ? ['--import', `data:text/javascript,${encodeURIComponent(options.preload)}`] : []),
    ...program(),
  ];
  const command = options.disk
    ? [
        'unshare',
        '-rm',
        'sh',
        '-c',
        `mount -t tmpfs -o size=${options.disk} tmpfs "$DATA_DIR" && exec "$@"`,
        'sh',
        ...node,
      ]
    : node;
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { PATH, HOME, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  let [stdout, stderr] = ['', ''];
  const exit = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    child.on('close', (code, signal) => {
      alive.delete(child);
      done({ code, signal });
    });
  });
  const ready = new Promise<string>((done, fail) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      const address = ADDRESS.exec(stdout)?.[1];
      if (address) done(address);
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    void exit.then(({ code }) => fail(new Error(`ended with ${code}: ${stderr}`)));
  });
  ready.catch(() => undefined);
  const says = async (text: string): Promise<void> => {
    let ended: { code: number | null } | null = null;
    void exit.then((end) => (ended = end));
    while (!stdout.includes(text) && !stderr.includes(text)) {
      if (ended !== null)
        throw new Error(`ended before it said '${text}': ${JSON.stringify(ended)} ${stdout}${stderr}`);
      // Not at once: the server needs the processor.
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  return { child, ready, exit, says, stdout: () => stdout, stderr: () => stderr };
}

export async function stopProcess(server: ServerProcess): Promise<number | null> {
  server.child.kill('SIGTERM');
  return (await server.exit).code;
}

/** Signs a demo person in, as the sign-in page does. */
export async function signInDemo(url: string, email: string): Promise<Api> {
  const nobody = new Api(url, null);
  const asked = await nobody.post('/demo/credential', { email });
  const { credential } = asked.body['data'] as { credential: string };
  const answer = await nobody.post('/api/v1/account/googlelogin/v2', { credential });
  return new Api(url, String(answer.body['token']));
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'kharcha-start-'));

/** A data folder whose database is made already, and empty: for what is tested of a server that started before. */
export async function migratedFolder(): Promise<string> {
  const folder = newFolder();
  cpSync(await template('empty'), folder, { recursive: true });
  return folder;
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });
