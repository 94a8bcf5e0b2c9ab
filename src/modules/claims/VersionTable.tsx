import type { ReactElement } from 'react';
import styles from './Versions.module.css';
import type { ComparedField } from './versions.ts';

/** Both versions of a record, field by field. */
export function VersionTable({ fields, name }: { fields: readonly ComparedField[]; name?: string }): ReactElement {
  return (
    <table className={styles.versions} aria-label={name}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">On the server</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ label, mine, theirs }) => (
          <tr key={label} className={mine === theirs ? undefined : styles.differs}>
            <th scope="row">{label}</th>
            <td>{mine || '–'}</td>
            <td>{theirs || '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
