import { useState, type ReactElement } from 'react';
import { checkInstallation } from '#contract/calls/organisation.ts';
import type { InstallationCheck } from '#contract/organisation.ts';
import { call } from '#data/http.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { Tag, type Tone } from '#ui/Tag.tsx';
import styles from './Organisation.module.css';

const NAMES: Readonly<Record<InstallationCheck['part'], string>> = {
  mail: 'Mail',
  bills: 'Bills',
  backup: 'Backup',
  address: 'Address',
};
const STATES: Readonly<Record<InstallationCheck['state'], { tone: Tone; text: string }>> = {
  WORKS: { tone: 'good', text: 'Works' },
  OFF: { tone: 'wait', text: 'Off' },
  FAILS: { tone: 'bad', text: 'Fails' },
};

/** Tries out what an installation needs, and says of each part what to do (ORG-31). */
export function Checks(): ReactElement {
  const { busy, refused, failure, run } = useOnlineCall(checkInstallation);
  const [checks, setChecks] = useState<readonly InstallationCheck[]>();
  const check = async (): Promise<void> => {
    const answer = await run('now', () => call(checkInstallation, {}));
    if (answer) setChecks(answer.data);
  };
  return (
    <>
      <p className={styles.soft}>
        Sends a mail to you, stores a file and reads it back, makes a backup and opens it, and reaches the address at
        which people find this server.
      </p>
      {checks === undefined ? null : (
        <ul className={styles.rows} aria-label="What was found">
          {checks.map(({ part, state, message }) => (
            <li key={part} className={styles.row}>
              <div>
                <p className={styles.name}>
                  {NAMES[part]} <Tag tone={STATES[state].tone}>{STATES[state].text}</Tag>
                </p>
                <p className={styles.soft}>{message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Failure text={failure} />
      <div>
        <Action busy={busy} refused={refused} onClick={() => void check()}>
          {checks === undefined ? 'Check now' : 'Check again'}
        </Action>
      </div>
    </>
  );
}
