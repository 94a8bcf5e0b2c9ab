import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { once } from 'node:events';

const ROOT = path.join(import.meta.dirname, '..', '..');
const COPY = path.join(ROOT, '.tmp', 'bench-dist');

/** A copy of the build, so that building again while it is measured changes nothing. */
export function takeBuild(): string {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(path.dirname(COPY), { recursive: true });
  cpSync(path.join(ROOT, 'dist'), COPY, { recursive: true });
  return COPY;
}

export interface ServerSettings {
  dataDir: string;
  databaseUrl?: string;
  demo?: boolean;
  /** Further arguments of node: a profiler's, say. */
  nodeArgs?: string[];
  /** Further settings. */
  env?: NodeJS.ProcessEnv;
}

export interface RunningProcess {
  url: string;
  child: ChildProcess;
  /** From the start of the process until it says that it is ready. */
  readyAfter: number;
  /** Main-thread delay since the last call: 99th percentile, milliseconds. */
  delay(): Promise<number>;
  /** The most that the process held since the last call, in bytes; at the first call, what it holds. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const alive = new Set<ChildProcess>();
process.on('exit', () => alive.forEach((child) => child.kill('SIGKILL')));

/** Starts a program of node's and waits for the address that it prints. */
export async function startProcess(args: string[], env: NodeJS.ProcessEnv = {}): Promise<RunningProcess> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', process.env['BENCH_WORDS'] ? 'inherit' : 'ignore', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  let words = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      words += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(words)?.[0];
      if (address) resolve(address);
    });
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code} before it was ready. ${words}`)),
    );
  });
  const readyAfter = performance.now() - start;
  const ask = async (word: string): Promise<number> => {
    child.send(word);
    const [value] = (await once(child, 'message')) as [number];
    return value;
  };
  return {
    url,
    child,
    readyAfter,
    delay: () => ask('delay'),
    memory: () => ask('memory'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The real server, as `npm start` runs it, on a free port. */
export const startServer = (
  build: string,
  { dataDir, databaseUrl, demo = false, nodeArgs = [], env = {} }: ServerSettings,
): Promise<RunningProcess> =>
  startProcess(
    [
      ...nodeArgs,
      '--import',
      path.join(import.meta.dirname, 'watchDelay.mjs'),
      path.join(build, 'server', 'server.js'),
    ],
    {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: demo ? '1' : '0',
      CLIENT_DIR: path.join(build, 'client'),
      UPLOADS_PER_HOUR: '1000000',
      UPLOAD_MB_A_MONTH: '1000000',
      CREATIONS_PER_DAY: '1000000',
      REQUESTS_A_SECOND: '0',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
  );

/** The same queries behind bare Fastify. */
export const startFloor = (kind: 'embedded' | 'postgres', where: string): Promise<RunningProcess> =>
  startProcess(['--import', 'tsx', path.join(import.meta.dirname, 'floorServer.ts'), kind, where]);
