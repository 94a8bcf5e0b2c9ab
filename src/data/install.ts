import { useSyncExternalStore } from 'react';

/**
 * The browser's offer to install the app. It comes by itself, perhaps before any of our code: the start script keeps it
 * until the app is installed.
 */
interface Offer extends Event {
  /** Asks the person. An offer can be used once; a user who declines gets another one later. */
  prompt(): Promise<unknown>;
}
declare global {
  interface Window {
    kharchaInstall?: Offer | undefined;
  }
}

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  const events = ['beforeinstallprompt', 'appinstalled'] as const;
  listeners.add(listener);
  for (const name of events) window.addEventListener(name, listener);
  return () => {
    listeners.delete(listener);
    for (const name of events) window.removeEventListener(name, listener);
  };
}

async function install(): Promise<void> {
  const offer = window.kharchaInstall;
  window.kharchaInstall = undefined;
  tell();
  await offer?.prompt();
}

/** Installs the app, while the browser offers it; null before that and after (ST-4). */
export const useInstall = (): (() => Promise<void>) | null =>
  useSyncExternalStore(subscribe, () => window.kharchaInstall) ? install : null;
