import { useEffect, useState, type ReactElement } from 'react';
import { decline, declinedOffers } from '#data/declined.ts';
import { devicePush, turnOn, type DevicePush } from '#data/devicePush.ts';
import { messageOf } from '#data/errors.ts';
import { useEntries } from '#data/entries.ts';
import { useInstall } from '#data/install.ts';
import { useOnline } from '#data/online.ts';
import { offerOf, type Offer } from '#domain/offers.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { deviceWord } from '#ui/usePhone.ts';

const SAYS: Readonly<Record<Offer, () => string>> = {
  install: () => `Install Kharcha on this ${deviceWord()}: it opens at once, also without a network.`,
  notify: () => `This ${deviceWord()} can notify you when a claim is decided, or something waits for you.`,
};
const YES: Readonly<Record<Offer, string>> = { install: 'Install', notify: 'Tell me on this device' };

/** One offer to whoever has just used the app, until it is taken or declined (ST-6). */
export function Offers(): ReactElement | null {
  const sent = useEntries().some(({ state }) => state === 'done');
  const install = useInstall();
  const online = useOnline();
  const [push, setPush] = useState<DevicePush | null>(null);
  const [declined, setDeclined] = useState(declinedOffers);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let here = sent;
    // A browser that does not say is offered nothing.
    if (sent)
      void devicePush().then(
        (found) => here && setPush(found),
        () => undefined,
      );
    return () => {
      here = false;
    };
  }, [sent]);
  // A device is registered with the server: without a network that is not offered.
  const offer = offerOf({ sent, installable: install !== null, silent: push === 'off' && online, declined });
  if (offer === null) return null;
  const accept = (): void => {
    setBusy(true);
    (offer === 'install' ? (install?.() ?? Promise.resolve()) : turnOn().then(setPush))
      .catch((error: unknown) => toast.error(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <aside aria-label="Offer">
      <Notice
        actions={
          <>
            <Action small look="soft" busy={busy} onClick={accept}>
              {YES[offer]}
            </Action>
            <Action
              small
              look="quiet"
              onClick={() => {
                decline(offer);
                setDeclined(declinedOffers());
              }}
            >
              No, thanks
            </Action>
          </>
        }
      >
        {SAYS[offer]()}
      </Notice>
    </aside>
  );
}
