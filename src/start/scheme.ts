import { KEYS } from './local.ts';

/** Light or dark, or as the system has it: a plain word in localStorage. */
export type Scheme = 'auto' | 'light' | 'dark';

/** The attribute of the root element that our sheets and those of Mantine go by. */
export const SHOWN_IN = 'data-mantine-color-scheme';

/** What the person chose on this device. */
export function readScheme(): Scheme {
  try {
    const word = localStorage.getItem(KEYS.scheme);
    return word === 'light' || word === 'dark' ? word : 'auto';
  } catch {
    return 'auto';
  }
}
