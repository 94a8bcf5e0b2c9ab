import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions } from '@playwright/test';
import { findBrowser } from '../../scripts/browser.mjs';
import { ARGS } from './launching.ts';

const OWN = ['--no-default-browser-check', '--password-store=basic', '--use-mock-keychain'];

/** A phone in somebody's hand: a profile that outlives the browser. */
export class Device {
  readonly profile = mkdtempSync(join(tmpdir(), 'kharcha-phone-'));
  private readonly options: BrowserContextOptions;
  private context: BrowserContext | null = null;
  private killer: (() => Promise<void>) | null = null;

  constructor(options: BrowserContextOptions) {
    this.options = options;
  }

  /** Opens the browser on this profile; `more`: what it is started with beside the usual. */
  async open(more: readonly string[] = []): Promise<BrowserContext> {
    this.context = await chromium.launchPersistentContext(this.profile, {
      ...this.options,
      executablePath: await findBrowser(),
      args: [...ARGS, ...OWN, ...more],
    });
    return this.context;
  }

  /** Opens it so that it can be killed like a process that ran out of memory. The profile is the same. */
  async openMortal(): Promise<BrowserContext> {
    rmSync(join(this.profile, 'DevToolsActivePort'), { force: true });
    const child = spawn(
      await findBrowser(),
      [
        ...ARGS,
        ...OWN,
        '--headless=new',
        `--user-data-dir=${this.profile}`,
        '--remote-debugging-port=0',
        'about:blank',
      ],
      { detached: true, stdio: 'ignore' },
    );
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    this.killer = async () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // It is gone already.
      }
      await gone;
      for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
        rmSync(join(this.profile, name), { force: true });
    };
    const browser = await this.connect();
    const context = browser.contexts()[0];
    if (!context) throw new Error('The browser has no window.');
    if (this.options.permissions) await context.grantPermissions(this.options.permissions);
    if (this.options.geolocation) await context.setGeolocation(this.options.geolocation);
    this.context = context;
    return context;
  }

  private async connect(): Promise<Browser> {
    const file = join(this.profile, 'DevToolsActivePort');
    for (let tries = 0; tries < 300; tries += 1) {
      const port = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : '';
      if (port) return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error('The browser did not open its debugging port.');
  }

  /** Closes the browser wholly: no tab, no worker. */
  async close(): Promise<void> {
    await this.context?.close();
    this.context = null;
  }

  /** SIGKILL to the browser and everything it started. */
  async kill(): Promise<void> {
    await this.killer?.();
    this.killer = null;
    this.context = null;
  }

  async discard(): Promise<void> {
    if (this.killer) await this.kill();
    else await this.close().catch(() => {});
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
