import type { ReactElement } from 'react';
import { chooseScheme, useScheme } from '#data/scheme.ts';
import type { Scheme } from '#start/scheme.ts';
import styles from './Shell.module.css';

const CHOICES: readonly [Scheme, string][] = [
  ['auto', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Light, dark, or as the system says. */
export function SchemeSwitch(): ReactElement {
  const scheme = useScheme();
  return (
    <fieldset className={styles.schemes}>
      <legend>Colours</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="scheme" checked={scheme === value} onChange={() => chooseScheme(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
