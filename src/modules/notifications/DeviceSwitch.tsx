import { useEffect, useState, type ReactElement } from 'react';
import { devicePush, turnOff, turnOn, type DevicePush } from '#data/devicePush.ts';
import { messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Notifications.module.css';

const SAYS: Readonly<Record<DevicePush, string>> = {
  impossible: 'This browser cannot show notifications. On an iPhone, add Kharcha to the home screen first.',
  blocked: 'Notifications from Kharcha are blocked in this browser. Allow them in its settings for this site.',
  off: 'A notification appears on this device when something waits for you, even while Kharcha is closed.',
  on: 'This device notifies you until you log out.',
};

/** 'Tell me on this device': the only tap at which the browser asks for permission (NOTE-11). */
export function DeviceSwitch(): ReactElement {
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
