import type { ReactElement } from 'react';
import styles from './Versions.module.css';
import { type ComparedField, compareVersions } from './versions.ts';
import { useEntries } from '#data/entries.ts';
import { useSession } from '#data/session.ts';
import { conflictOf } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';

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

const isRefused = (entry: Entry): boolean => entry.state === 'needsYou';

/**
 * What differs between a change that was refused because its record moved on, and the record as it is now: sending it
 * again replaces that, so it is seen first (OB-10).
 */
export function MovedOn({ current }: { current: unknown }): ReactElement | null {
  const { timeZone } = useSession();
  const entry = useEntries(isRefused).find(({ refusal }) => refusal?.current === current);
  const conflict = entry && conflictOf(entry);
  const fields =
    entry && conflict
      ? compareVersions(entry, conflict.record, timeZone).filter(({ mine, theirs }) => mine !== theirs)
      : [];
  return fields.length > 0 ? <VersionTable fields={fields} name="What differs" /> : null;
}
