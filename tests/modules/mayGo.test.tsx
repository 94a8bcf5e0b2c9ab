import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { warnOfStorageRisk } from '#data/deviceNotices.ts';
import { outbox } from '#data/entries.ts';
import { deviceStore } from '#data/person.ts';
import { closeRuntime } from '#data/runtime.ts';
import { OutboxPage } from '#modules/outbox/screens/OutboxPage.tsx';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const MESSAGE = 'This browser may clear what waits here. Send before you close, or install the app.';

beforeEach(() =>
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, {
      storage: {
        persisted: () => Promise.resolve(false),
        persist: () => Promise.resolve(false),
        estimate: () => Promise.resolve({}),
      },
    }),
  ),
);
afterEach(async () => {
  await closeRuntime();
  vi.unstubAllGlobals();
});

describe('P15 ST-2: a browser that refuses to keep what waits', () => {
  it('is named in the outbox while something waits, and once where a claim is saved', async () => {
    await signInOffline(PERSON);
    const said: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await warnOfStorageRisk((message) => void said.push(message));
      // The device's own store knows that it was said.
      localStorage.removeItem('kharcha.said');
    }
    expect(said).toEqual([MESSAGE]);
    await (
      await outbox()
    ).enqueue(
      {
        endpoint: 'createLocalExpense',
        url: '/api/v1/allExpense/create?primaryExpenseType=0',
        method: 'POST',
        body: {},
        record: { kind: 'localExpense' },
        face: { title: 'Taxi' },
      },
      [],
    );
    await showAt('/outbox', OutboxPage, (raw) => raw);
    expect(await screen.findByText(MESSAGE)).toBeInTheDocument();
  });
});

describe('P15 ST-4: installing', () => {
  const waiting = async () => {
    await signInOffline(PERSON);
    await (
      await outbox()
    ).enqueue(
      {
        endpoint: 'createLocalExpense',
        url: '/api/v1/allExpense/create?primaryExpenseType=0',
        method: 'POST',
        body: {},
        record: { kind: 'localExpense' },
        face: { title: 'Taxi' },
      },
      [],
    );
    await showAt('/outbox', OutboxPage, (raw) => raw);
    await screen.findByText(MESSAGE);
  };
  const button = () => screen.queryByRole('button', { name: 'Install' });
  /** The browser's offer, as src/start/main.ts keeps it. */
  function offer() {
    const asked = vi.fn(() => Promise.resolve());
    const event = Object.assign(new Event('beforeinstallprompt'), { prompt: asked });
    window.kharchaInstall = event;
    act(() => void window.dispatchEvent(event));
    return asked;
  }
  afterEach(() => void (window.kharchaInstall = undefined));

  it('stands beside the message while the browser offers it, asks once, and returns with another offer', async () => {
    await waiting();
    expect(button()).toBeNull();
    const asked = offer();
    await userEvent.click(button() ?? document.body);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(button()).toBeNull();
    offer();
    expect(button()).toBeVisible();
  });

  it('is gone once the app is installed', async () => {
    await waiting();
    offer();
    expect(button()).toBeVisible();
    window.kharchaInstall = undefined;
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(button()).toBeNull();
  });
});

describe('P15 ST-2: a private window', () => {
  it('is told once where a claim is saved, and in the outbox, without an install that it cannot have', async () => {
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator) as Navigator, {
        storage: {
          persisted: () => Promise.resolve(false),
          persist: () => Promise.resolve(false),
          estimate: () => Promise.resolve({ usage: 0, quota: 100_000_000 }),
        },
      }),
    );
    const said: string[] = [];
    await signInOffline(PERSON);
    await (await deviceStore()).set('said/mayGo', undefined);
    localStorage.removeItem('kharcha.said');
    for (let n = 0; n < 2; n += 1) await warnOfStorageRisk((message) => void said.push(message));
    expect(said).toEqual([expect.stringMatching(/private browsing.*gone when you close it.*Send before you close/)]);
  });
});
