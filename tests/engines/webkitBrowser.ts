import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProgram, freePort } from '#tests/support/programs.ts';
import { NotThere, PLACE, type Browser, type Wanted } from './browser.ts';
import { bringLibrary, findBody, HAS_LIBRARY } from './inPage.ts';

/** The name by which W3C WebDriver tells an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** In hundreds of milliseconds. */
const READY_WITHIN = 300;
/** WebKitGTK's own browser forgets everything when a driver ends it; this one keeps it in its profile. */
const WINDOW = { binary: 'gjs', args: [path.join(import.meta.dirname, 'webkitWindow.js')] };

type Ask = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/** Speaks W3C WebDriver with the driver on this port of 127.0.0.1. */
const asking =
  (port: number): Ask =>
  async <T>(method: string, address: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${address}: ${JSON.stringify(value)}`);
    return value as T;
  };

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

async function startSession(ask: Ask): Promise<Session> {
  for (let tries = 0; tries < READY_WITHIN; tries += 1) {
    if (await ask('GET', '/status').catch(() => null)) break;
    await wait(100);
  }
  return ask('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': WINDOW } } });
}

/** A display of its own, without a screen; answers its name. */
async function startDisplay(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [name] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { screen, display: `:${name.toString().trim()}` };
}

/** WebKitGTK by W3C WebDriver. */
export async function openWebKit(profile: string): Promise<Browser> {
  const { screen, display } = await startDisplay();
  const port = await freePort();
  const env = {
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    PROFILE: profile,
    PLACE: JSON.stringify(PLACE),
  };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  const hear = (chunk: Buffer): void => {
    const lines = chunk.toString().split('\n');
    complaints.push(...lines.filter((line) => /^CONSOLE .*(?:ERROR|WARN)/.test(line)));
  };
  driver.stdout.on('data', hear);
  driver.stderr.on('data', hear);
  const askDriver = asking(port);
  const { sessionId, capabilities } = await startSession(askDriver);
  const ask: Ask = (method, address, body) => askDriver(method, `/session/${sessionId}${address}`, body);

  const run = <T>(body: string): Promise<T> => ask('POST', '/execute/sync', { script: body, args: [] });
  const find = async (wanted: Wanted): Promise<string | null> => {
    if (!(await run<boolean>(HAS_LIBRARY))) await run(bringLibrary());
    const element = await run<Record<typeof ELEMENT, string> | null>(findBody(wanted));
    return element && `/element/${element[ELEMENT]}`;
  };
  const known = async (wanted: Wanted): Promise<string> => {
    const element = await find(wanted);
    if (element === null) throw new NotThere(wanted);
    return element;
  };
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    open: (url) => ask('POST', '/url', { url }),
    reload: () => ask('POST', '/refresh', {}),
    run,
    has: async (wanted) => (await find(wanted)) !== null,
    press: async (wanted) => ask('POST', `${await known(wanted)}/click`, {}),
    type: async (wanted, text) => ask('POST', `${await known(wanted)}/value`, { text }),
    chooseFile: async (wanted, file) => ask('POST', `${await known(wanted)}/value`, { text: file }),
    resize: async (width, height) => void (await ask('POST', '/window/rect', { width, height })),
    picture: async () => Buffer.from(await ask<string>('GET', '/screenshot'), 'base64'),
    complaints: () => complaints,
    close: async () => {
      await ask('DELETE', '').catch(() => undefined);
      await endProgram(driver);
      await endProgram(screen);
    },
  };
}
