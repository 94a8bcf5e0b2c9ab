import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { holdsOn } from '#contract/calls/retention.ts';
import { readOptions } from '#data/query.ts';
import { useOnlinePress } from '#form/useOnlinePress.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { HoldRows } from './HoldRows.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import styles from './Retention.module.css';

/** The legal holds on a person or a record, for organisation admins (RET-6). */
export function HoldsOn({ subjectId }: { subjectId: string }): ReactElement {
  const query = useQuery(readOptions(holdsOn, { parts: { id: subjectId } }));
  const [setting, setSetting] = useState(false);
  const online = useOnlinePress();
  return (
    <Box title="Legal hold">
      <Loaded query={query} what="Legal holds">
        {({ data }) => (
          <>
            {data.length === 0 ? <p className={styles.soft}>Nothing of this is held.</p> : <HoldRows holds={data} />}
            {data.some(({ liftedAt }) => liftedAt === null) ? null : (
              <div>
                <Action small aria-haspopup="dialog" {...online(() => setSetting(true))}>
                  Hold
                </Action>
              </div>
            )}
          </>
        )}
      </Loaded>
      {setting ? <ReasonDialog does="set" id={subjectId} onClose={() => setSetting(false)} /> : null}
    </Box>
  );
}
