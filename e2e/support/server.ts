import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A data folder with the demo organisation, made once per run: copying it is quicker than making one per test. */
export const TEMPLATE = join(ROOT, '.tmp', 'e2e-template');
/**
 * A journey asks too little of its database for optimized code to pay: making it costs a start 0.8 s of processor time.
 */
const QUICK_START = ['--liftoff-only'];
const READY_WITHIN_MS = 90_000;
const ADDRESS = /running at http:\/\/\S+:(\d+)/;

/** A fresh data folder, a copy of the template. */
export function freshData(): string {
  const folder = mkdtempSync(join(roomyFolder(), 'kharcha-e2e-'));
  // Without its backup, which is as large as all the rest and no journey's business.
  cpSync(TEMPLATE, folder, { recursive: true, filter: (source) => source !== join(TEMPLATE, 'backups') });
  return folder;
}

export interface ServerOptions {
  dataDir: string;
  /** Folder of a build; the repository's own unless said. */
  dist?: string;
  env?: Record<string, string>;
}

/** The real built server in a process of its own. */
export class RunningServer {
  private child: ChildProcess | null = null;
  private output = '';
  /** Any free one at the first start; it stays the same. */
  port = 0;
  private readonly options: ServerOptions;

  constructor(options: ServerOptions) {
    this.options = options;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it (again, on the same port) and waits until it can serve. */
  async start(): Promise<this> {
    this.output = '';
    const main = join(this.options.dist ?? join(ROOT, 'dist'), 'server', 'server.js');
    const child = spawn(process.execPath, [...QUICK_START, main], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.options.dataDir,
        DEMO: '1',
        DEMO_COMPANIES: '1000',
        LOG_LEVEL: 'warn',
        ...this.options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-8_000)));
    this.child = child;
    await this.ready(child);
    return this;
  }

  /** Waits until the process itself says where it listens: another process that answers on a port proves nothing. */
  private async ready(child: ChildProcess): Promise<void> {
    const wait = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
    const port = await new Promise<number | null>((done) => {
      child.once('close', () => done(null));
      child.stdout?.on('data', () => {
        const said = ADDRESS.exec(this.output)?.[1];
        if (said !== undefined) done(Number(said));
      });
    });
    clearTimeout(wait);
    if (port === null) throw new Error(`The server did not become ready. It said:\n${this.output}`);
    this.port = port;
  }

  /** Ends it: politely (SIGTERM), or as a power cut would (SIGKILL). */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    child.kill(signal);
    await gone;
  }

  /** What it printed last, for the report of a failed test. */
  get words(): string {
    return this.output;
  }

  /** Stops it and removes its data. */
  async discard(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.options.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
