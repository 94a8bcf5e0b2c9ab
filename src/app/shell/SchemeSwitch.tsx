import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import type { ReactElement } from 'react';
import styles from './Shell.module.css';

const CHOICES: readonly [MantineColorScheme, string][] = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** Light, dark, or as the system says. */
export function SchemeSwitch(): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <fieldset className={styles.schemes}>
      <legend>Colours</legend>
      {CHOICES.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name="scheme" checked={colorScheme === value} onChange={() => setColorScheme(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
