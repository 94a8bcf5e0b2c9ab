import { useSyncExternalStore } from 'react';
import { KEYS } from '#start/local.ts';
import { readScheme, SHOWN_IN, type Scheme } from '#start/scheme.ts';

/**
 * Light or dark, as the start script has it before the first paint; the root element carries what is shown.
 */

let chosen = readScheme();
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
    chosen = readScheme();
    apply();
  };
  media?.addEventListener('change', apply);
  window.addEventListener('storage', heard);
  chosen = readScheme();
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
