import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { listWebhooks } from '#contract/calls/webhooks.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import styles from './Integrations.module.css';
import { ReceiverDialog } from './ReceiverDialog.tsx';
import { ReceiverRow } from './ReceiverRow.tsx';

const NEW = 'new';

/** Receivers of webhooks (HOOK-8). */
export function Receivers(): ReactElement {
  const query = useQuery(readOptions(listWebhooks));
  const layer = useAddressLayer('panel');
  const offline = useOnline() ? undefined : NEEDS_NETWORK;
  /** By receiver: what was made while the page is open, and is kept nowhere. */
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const open = (panel: string): void => (offline === undefined ? layer.open(panel) : toast.hint(offline));
  const keep = (made: { webhookId: string; secret: string }): void =>
    setSecrets((before) => ({ ...before, [made.webhookId]: made.secret }));
  return (
    <Loaded query={query} what="Receivers">
      {({ data }) => {
        const chosen = data.find(({ webhookId }) => webhookId === layer.value);
        return (
          <>
            {data.length === 0 ? (
              <p className={styles.soft}>There is no receiver yet, so nobody is told.</p>
            ) : (
              <ul className={styles.rows} aria-label="Receivers">
                {data.map((receiver) => (
                  <ReceiverRow
                    key={receiver.webhookId}
                    receiver={receiver}
                    secret={secrets[receiver.webhookId]}
                    onSecret={(secret) => keep({ webhookId: receiver.webhookId, secret })}
                    onEdit={() => open(receiver.webhookId)}
                  />
                ))}
              </ul>
            )}
            <div>
              <Action icon="plus" aria-haspopup="dialog" refused={offline} onClick={() => open(NEW)}>
                Add a receiver
              </Action>
            </div>
            {layer.value === NEW ? <ReceiverDialog onMade={keep} onClose={layer.close} /> : null}
            {chosen ? <ReceiverDialog receiver={chosen} onMade={keep} onClose={layer.close} /> : null}
          </>
        );
      }}
    </Loaded>
  );
}
