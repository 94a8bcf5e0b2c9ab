import { useState, type ReactElement } from 'react';
import { checkInstallation } from '#contract/calls/organisation.ts';
import type { InstallationCheck } from '#contract/organisation.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Tag, type Tone } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
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
export function Checks({ offline }: { offline: string | undefined }): ReactElement {
  const [busy, setBusy] = useState(false);
  const [checks, setChecks] = useState<readonly InstallationCheck[]>();
  const [failure, setFailure] = useState<string>();
  const run = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setChecks((await call(checkInstallation, {})).data);
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
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
      {failure === undefined ? null : (
        <Notice tone="bad" icon="warning" role="alert">
          {failure}
        </Notice>
      )}
      <div>
        <Action
          busy={busy}
          refused={offline}
          onClick={() => (offline === undefined ? void run() : toast.hint(offline))}
        >
          {checks === undefined ? 'Check now' : 'Check again'}
        </Action>
      </div>
    </>
  );
}
