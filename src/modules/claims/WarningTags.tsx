import type { ReactElement } from 'react';
import type { Warning } from '#domain/warnings.ts';
import { Tag } from '#ui/Tag.tsx';

/** What an approver should look at twice, as small signs; the dialog says why. */
export function WarningTags({ warnings }: { warnings: readonly Warning[] }): ReactElement {
  return (
    <>
      {warnings.map(({ kind, sign, grave }) => (
        <Tag key={kind} tone={grave ? 'bad' : 'wait'} icon="warning">
          {sign}
        </Tag>
      ))}
    </>
  );
}
