import type { ReactElement } from 'react';
import type { Code } from './catalogue.ts';
import styles from './Panel.module.css';
import { joinValues, splitValues } from './value.ts';

/** Any of a few values. */
export function CodesFilter({
  label,
  codes,
  text,
  onChange,
}: {
  label: string;
  codes: readonly Code[];
  text: string | undefined;
  onChange: (text: string | undefined) => void;
}): ReactElement {
  const chosen = splitValues(text);
  const toggle = (code: string): void => {
    const next = codes
      .map((each) => each.code)
      .filter((each) => (each === code ? !chosen.includes(code) : chosen.includes(each)));
    onChange(next.length > 0 ? joinValues(next) : undefined);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.options}>
        {codes.map((each) => (
          <label key={each.code} className={styles.option}>
            <input type="checkbox" checked={chosen.includes(each.code)} onChange={() => toggle(each.code)} />
            <span>{each.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
