import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { choosePreferences, notificationPreferences } from '#contract/calls/notifications.ts';
import type { NotificationChoices, PushText } from '#contract/notification.ts';
import { devicePush, turnOff, turnOn, type DevicePush } from '#data/devicePush.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { useOnline } from '#data/online.ts';
import { invalidate, readOptions } from '#data/query.ts';
import { Action } from '#ui/Action.tsx';
import { ChoiceInput } from '#ui/ChoiceInput.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Notifications.module.css';

const SAYS: Readonly<Record<DevicePush, string>> = {
  impossible: 'This browser cannot show notifications. On an iPhone, add Kharcha to the home screen first.',
  blocked: 'Notifications from Kharcha are blocked in this browser. Allow them in its settings for this site.',
  off: 'A notification appears on this device when something waits for you, even while Kharcha is closed.',
  on: 'This device notifies you until you log out.',
};

/** 'Tell me on this device': the only tap at which the browser asks for permission (NOTE-11). */
function DeviceSwitch(): ReactElement {
  const online = useOnline();
  const [state, setState] = useState<DevicePush | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let here = true;
    devicePush().then(
      (found) => here && setState(found),
      () => here && setState('impossible'),
    );
    return () => {
      here = false;
    };
  }, []);
  const turn = (): void => {
    setBusy(true);
    (state === 'on' ? turnOff() : turnOn())
      .then(setState, (error: unknown) => toast.error(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.device}>
      <p className={styles.soft} role="status">
        {state === null ? '' : SAYS[state]}
      </p>
      {state === 'off' || state === 'on' ? (
        <Action
          look={state === 'off' ? 'soft' : 'plain'}
          busy={busy}
          {...(!online && { refused: 'Needs a network' })}
          onClick={() => (online ? turn() : undefined)}
        >
          {state === 'off' ? 'Tell me on this device' : 'Turn off on this device'}
        </Action>
      ) : null}
    </div>
  );
}

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
