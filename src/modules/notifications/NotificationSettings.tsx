import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { choosePreferences, notificationPreferences } from '#contract/calls/notifications.ts';
import type { NotificationChoices, PushText } from '#contract/notification.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { useOnline } from '#data/online.ts';
import { invalidate, readOptions } from '#data/query.ts';
import { ChoiceInput } from '#ui/ChoiceInput.tsx';
import { toast } from '#ui/toast.ts';
import { DeviceSwitch } from './DeviceSwitch.tsx';
import styles from './Notifications.module.css';

const TEXTS: readonly { value: PushText; label: string }[] = [
  { value: 'COUNT', label: 'Only that something is waiting' },
  { value: 'NAMES', label: 'Names and amounts' },
];

/** How one wants to be told: on this device, in how many words, by mail. */
export function NotificationSettings(): ReactElement {
  const client = useQueryClient();
  const online = useOnline();
  const query = useQuery(readOptions(notificationPreferences));
  const [chosen, setChosen] = useState<NotificationChoices | null>(null);
  const known = query.data?.data;
  const shown = chosen ?? known;
  const choose = (more: Partial<NotificationChoices>): void => {
    if (!shown) return;
    const next = { pushText: shown.pushText, mailDigest: shown.mailDigest, ...more };
    setChosen(next);
    call(choosePreferences, { body: next })
      .then(() => invalidate(client, choosePreferences))
      .catch((error: unknown) => toast.error(messageOf(error)))
      .finally(() => setChosen(null));
  };
  return (
    <section className={styles.settings} aria-labelledby="how-told">
      <h2 id="how-told">How you are notified</h2>
      <DeviceSwitch />
      {shown ? (
        <>
          <ChoiceInput
            label="What it says on the device"
            hint="On a locked screen anybody can read it."
            choices={TEXTS}
            value={shown.pushText}
            disabled={!online}
            onChange={(value) => choose({ pushText: value as PushText })}
          />
          {known?.mailPossible === true ? (
            <label className={styles.switch}>
              <input
                type="checkbox"
                checked={shown.mailDigest}
                disabled={!online}
                onChange={(event) => choose({ mailDigest: event.target.checked })}
              />
              <span>
                A mail in the morning
                <span className={styles.soft}>At 9:00, on days when something waits for you</span>
              </span>
            </label>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
