import { useSyncExternalStore } from 'react';
import { KEYS } from './local.ts';

/**
 * Light or dark. The choice is a plain word in localStorage, which public/boot.js reads before the first paint; the
 * root element carries what is shown, in the attribute that our sheets and those of Mantine go by.
 */
export type Scheme = 'auto' | 'light' | 'dark';

const SHOWN_IN = 'data-mantine-color-scheme';

function read(): Scheme {
  try {
    const word = localStorage.getItem(KEYS.scheme);
    return word === 'light' || word === 'dark' ? word : 'auto';
  } catch {
    return 'auto';
  }
}

let chosen = read();
const listeners = new Set<() => void>();
const system = (): MediaQueryList | null =>
  typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: dark)') : null;

/** What is shown: the choice, or what the system says. */
const shown = (): 'light' | 'dark' => (chosen === 'auto' ? (system()?.matches === true ? 'dark' : 'light') : chosen);

function apply(): void {
  document.documentElement.setAttribute(SHOWN_IN, shown());
  for (const listener of listeners) listener();
}

/** Shows the chosen scheme, and follows the system and the other tabs. @returns what ends that */
export function watchScheme(): () => void {
  const media = system();
  const heard = ({ key }: StorageEvent): void => {
    if (key !== null && key !== KEYS.scheme) return;
    chosen = read();
    apply();
  };
  media?.addEventListener('change', apply);
  window.addEventListener('storage', heard);
  chosen = read();
  apply();
  return () => {
    media?.removeEventListener('change', apply);
    window.removeEventListener('storage', heard);
  };
}

/** Chooses for every tab of this browser. Where nothing can be stored, for this page. */
export function chooseScheme(scheme: Scheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEYS.scheme, scheme);
  } catch {
    // As said.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useScheme = (): Scheme => useSyncExternalStore(subscribe, () => chosen);
export const useShownScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, shown);
