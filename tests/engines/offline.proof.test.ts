import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import makeTemplate from '../../e2e/support/globalSetup.ts';
import { Api } from '../../e2e/support/api.ts';
import { drawnBill } from '../../e2e/support/bills.ts';
import { freshData, ROOT, RunningServer } from '../../e2e/support/server.ts';
import type { Browser } from './browser.ts';
import { personAt, until } from './person.ts';
import { openPuppeteer } from './puppeteerBrowser.ts';
import { openWebKit } from './webkitBrowser.ts';

/** `npm run proof -- engines`. Pictures of what was seen are in test-results/engines. */

type Open = (profile: string) => Promise<Browser>;
const ENGINES: readonly [name: string, open: Open][] = [
  ['chromium', (profile) => openPuppeteer('chrome', 'chromium', profile)],
  ['firefox', (profile) => openPuppeteer('firefox', 'firefox-esr', profile)],
  ['webkit', openWebKit],
];

const MINE = '/raise-local/expense';
const WAITING = { role: 'listitem', text: String.raw`₹799\.00.*Waiting` };
/** What is said where a server is away, in the words of each engine; and of what an engine does not know. */
const EXPECTED = [
  /ERR_CONNECTION_REFUSED|ERR_FAILED|no-response|Failed to load|Cannot load/,
  /Error while trying to use the following icon from the Manifest/,
  /Unrecognized Content-Security-Policy directive 'manifest-src'/,
];

/** Whether the worker answers this page and keeps the whole app, and the device the rows that are shown. */
const KEEPS = `
  const kept = (globalThis.kept ??= {});
  if (kept.asked === undefined) {
    kept.asked = true;
    navigator.serviceWorker.ready.then(({ active }) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => ((kept.app = data.all), (kept.asked = data.all || undefined));
      active.postMessage({ type: 'KEEP_APP' }, [port2]);
    });
  }
  indexedDB.databases().then((all) =>
    all.forEach(({ name }) => {
      indexedDB.open(name).onsuccess = ({ target: { result: db } }) => {
        if (db.objectStoreNames.contains('reads'))
          db.transaction('reads').objectStore('reads').getAllKeys().onsuccess = ({ target: { result } }) => {
            kept.rows ||= result.some((key) => String(key).includes('"searchLocalExpenses"'));
          };
        db.close();
      };
    }),
  );
  return navigator.serviceWorker.controller !== null && kept.app === true && kept.rows === true;`;

beforeAll(async () => {
  // As it is delivered: nothing of this runner's own settings.
  const { PATH = '', HOME = '' } = process.env;
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, env: { PATH, HOME }, stdio: 'ignore' });
  await makeTemplate();
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe.each(ENGINES)('in %s', (name, open) => {
  it('a claim that is filed without a server outlives the browser and is sent once, seen by nobody else', async () => {
    const profile = mkdtempSync(path.join(tmpdir(), `kharcha-${name}-`));
    const server = await new RunningServer({ dataDir: freshData() }).start();
    const complaints: string[] = [];
    let browser = await open(profile);
    ends.push(
      () => rmSync(profile, { recursive: true, force: true, maxRetries: 10 }),
      () => server.discard(),
      () => browser.close().catch(() => undefined),
    );
    const remarks = `Recharge in ${name}`;
    const list = { role: 'listitem', name: '^EXP' };

    let person = personAt(browser, name);
    await browser.resize(360, 740);
    await person.signIn(server.url, 'employee@example.com');
    await browser.open(`${server.url}${MINE}`);
    await person.see(list);
    await until('the app and the list are kept', () => browser.run<boolean>(KEEPS));
    await browser.reload();
    await person.see(list);
    await person.look('list');

    await server.stop();
    await browser.reload();
    await person.see(list);
    await person.look('list-offline');
    const bill = await drawnBill(`Engine ${name}\nTotal 799.00`, 500, 700);
    const file = path.join(profile, bill.name);
    writeFileSync(file, bill.buffer);
    await person.press({ role: 'button', name: 'File New Expense' });
    await person.press({ role: 'radio', name: '^Mobile Bill$' });
    await browser.type({ role: 'textbox', name: 'Claim amount' }, '799');
    await browser.type({ role: 'textbox', name: 'Remarks' }, remarks);
    await browser.chooseFile({ label: 'Bills' }, file);
    await person.see({ role: 'dialog', text: 'ready' });
    await person.look('form');
    await person.press({ role: 'button', name: '^Submit$' });
    await person.see(WAITING);
    await person.look('waiting');
    complaints.push(...browser.complaints());
    await browser.close();

    browser = await open(profile);
    person = personAt(browser, name);
    await browser.resize(360, 740);
    await browser.open(`${server.url}${MINE}`);
    await person.see(WAITING);

    await server.start();
    const employee = await Api.signIn(server.url, 'employee@example.com');
    const mine = () => employee.withRemarks(remarks);
    await until('the claim is on the server', async () => (await mine()).length > 0);
    await until('nothing waits', async () => !(await browser.has({ role: 'listitem', text: 'Waiting' })));
    const number = (await mine())[0]?.expenseId ?? '';
    await person.see({ role: 'listitem', name: number });
    await person.look('sent');
    await browser.reload();
    await person.press({ role: 'listitem', name: number });
    await person.see({ role: 'dialog', text: bill.name });
    await person.look('claim');
    const [claim, ...more] = await mine();
    expect(more).toEqual([]);
    expect(claim?.billUrl).toHaveLength(1);
    expect((await employee.document(claim?.billUrl[0]?.fingerPrint ?? '')).equals(bill.buffer)).toBe(true);

    await browser.open(`${server.url}${MINE}`);
    await person.see(list);
    await person.press({ role: 'button', name: 'Account' });
    await person.press({ role: 'button', name: 'Logout' });
    await person.see({ role: 'button', name: String.raw`manager@example\.com$` });
    await person.signIn(server.url, 'manager@example.com');
    for (const address of [MINE, '/outbox', '/home']) {
      await browser.open(`${server.url}${address}`);
      await person.see({ role: 'heading', name: '.' });
      expect(await browser.run('return document.body.textContent')).not.toMatch(new RegExp(`${remarks}|${number}`));
    }
    complaints.push(...browser.complaints());
    expect(complaints.filter((line) => EXPECTED.every((pattern) => !pattern.test(line)))).toEqual([]);
    console.log(`${name}: ${browser.version}`);
  });
});
