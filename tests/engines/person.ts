import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NotThere, type Browser, type Wanted } from './browser.ts';

/** Long enough for a machine that does much else. */
const PATIENCE_MS = 120_000;
const PICTURES = path.join(import.meta.dirname, '../../test-results/engines');

/** Waits until it is true. Throws with `what` after a while. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(200)) if (await isSo()) return;
  throw new Error(`Not so after ${PATIENCE_MS / 1000} seconds: ${what}`);
}

/** What people do and see, in whichever engine. */
export interface Person {
  see: (wanted: Wanted) => Promise<void>;
  /** Presses it once it is there. */
  press: (wanted: Wanted) => Promise<void>;
  signIn: (url: string, email: string) => Promise<void>;
  /** Keeps pictures of the screen at the widths of a desktop and of a phone, which stays. */
  look: (what: string) => Promise<void>;
}

/** `name`: the engine's. */
export function personAt(browser: Browser, name: string): Person {
  const see = (wanted: Wanted): Promise<void> =>
    until(`${JSON.stringify(wanted)} is seen`, () =>
      // Between two pages there is nobody to ask.
      browser.has(wanted).catch((error: unknown) => {
        if (error instanceof NotThere) throw error;
        return false;
      }),
    );
  const press = async (wanted: Wanted): Promise<void> => {
    await see(wanted);
    await browser.press(wanted);
  };
  return {
    see,
    press,
    async signIn(url, email) {
      await browser.open(url);
      await press({ role: 'button', name: `${email.replaceAll('.', String.raw`\.`)}$` });
      await until('somebody is signed in', () =>
        browser.run<boolean>('return !["/", "/login"].includes(location.pathname)').catch(() => false),
      );
      await see({ role: 'heading', name: '.' });
    },
    async look(what) {
      mkdirSync(PICTURES, { recursive: true });
      for (const [width, height] of [
        [1280, 800],
        [360, 740],
      ] as const) {
        await browser.resize(width, height);
        await wait(500);
        writeFileSync(path.join(PICTURES, `${name}-${what}-${width}.png`), await browser.picture());
      }
    },
  };
}
