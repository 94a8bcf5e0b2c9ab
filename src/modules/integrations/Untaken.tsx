import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { listWebhookDeliveries, sendWebhooksAgain } from '#contract/calls/webhooks.ts';
import type { Webhook, WebhookDelivery } from '#contract/webhook.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Failure } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Integrations.module.css';
import { eventWords } from './words.ts';

/** What a receiver has not taken, why, and 'Send again' (HOOK-8). */
export function Untaken({ receiver }: { receiver: Webhook }): ReactElement {
  const { webhookId, off, failed } = receiver;
  const parts = { id: webhookId };
  const query = useQuery(readOptions(listWebhookDeliveries, { parts }));
  const { busy, refused, failure, run } = useOnlineCall(sendWebhooksAgain);
  const again = async (eventIds: string[] | null): Promise<void> => {
    if (off !== null) return toast.hint('Switch the receiver on first.');
    // Each press sends what has failed by then.
    const what = [webhookId, eventIds, query.dataUpdatedAt];
    const answer = await run(what, (key) => call(sendWebhooksAgain, { parts, body: { eventIds }, key }));
    if (!answer) return;
    const { again: count } = answer.data;
    toast.success(count === 1 ? 'It is sent again.' : `${count.toLocaleString('en-IN')} are sent again.`);
  };
  const cannot = refused ?? (off === null ? undefined : 'Switch the receiver on first.');
  return (
    <>
      <Loaded query={query} what="What was not taken">
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.soft}>All that has failed so far is on its way again.</p>
          ) : (
            <ul className={styles.untaken} aria-label="Not taken">
              {data.map((delivery) => (
                <li key={delivery.eventId}>
                  <Delivery delivery={delivery} />
                  {delivery.state === 'FAILED' ? (
                    <Action
                      small
                      look="soft"
                      aria-label={`Send ${eventWords(delivery.type)} again`}
                      busy={busy}
                      refused={cannot}
                      onClick={() => void again([delivery.eventId])}
                    >
                      Send again
                    </Action>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Failure text={failure} />
      {failed > 1 ? (
        <div>
          <Action small busy={busy} refused={cannot} onClick={() => void again(null)}>
            {`Send all ${failed.toLocaleString('en-IN')} again`}
          </Action>
        </div>
      ) : null}
    </>
  );
}

function Delivery({ delivery }: { delivery: WebhookDelivery }): ReactElement {
  const { timeZone } = useSession();
  const { type, createdAt, attempts, reason, dueAt } = delivery;
  const next = dueAt === null ? 'Failed' : `Next ${momentText(dueAt, timeZone)}`;
  const tries = attempts === 1 ? 'tried once' : `tried ${attempts} times`;
  return (
    <div>
      <p className={styles.name}>{`${eventWords(type)} · ${momentText(createdAt, timeZone)}`}</p>
      <p className={styles.soft}>{[reason, `${next}, ${tries}.`].filter(Boolean).join(' ')}</p>
    </div>
  );
}
