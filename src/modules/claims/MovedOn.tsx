import type { ReactElement } from 'react';
import { useEntries } from '#data/entries.ts';
import { useSession } from '#data/session.ts';
import { conflictOf } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';
import { VersionTable } from './VersionTable.tsx';
import { compareVersions } from './versions.ts';

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
