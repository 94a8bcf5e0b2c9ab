import { useState, type ReactElement } from 'react';
import { endWebhook, rotateWebhookSecret, tryWebhook } from '#contract/calls/webhooks.ts';
import { WEBHOOK_EVENTS, type Webhook } from '#contract/webhook.ts';
import { call } from '#data/http.ts';
import { useSession } from '#data/session.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { MadeSecret } from '#modules/provisioning/index.ts';
import { Action } from '#ui/Action.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Integrations.module.css';
import { Untaken } from './Untaken.tsx';
import { eventWords, historyOf, stateOf } from './words.ts';

const QUESTIONS = {
  end: {
    yes: 'End',
    text: 'Nothing is sent there any more, and what it has not taken is forgotten.',
  },
  rotate: {
    yes: 'Make a new secret',
    text: 'For 24 hours what is sent is signed by both secrets. Put the new one into place meanwhile.',
  },
} as const;

export interface ReceiverRowProps {
  receiver: Webhook;
  /** Of a receiver that has just been made. */
  secret: string | undefined;
  onSecret: (secret: string) => void;
  onEdit: () => void;
}

/** A receiver: how it is doing, and what can be done with it (HOOK-8). */
export function ReceiverRow({ receiver, secret, onSecret, onEdit }: ReceiverRowProps): ReactElement {
  const { timeZone } = useSession();
  const [asking, setAsking] = useState<keyof typeof QUESTIONS>();
  const [open, setOpen] = useState(false);
  const ending = useOnlineCall(endWebhook);
  const rotating = useOnlineCall(rotateWebhookSecret);
  const trying = useOnlineCall(tryWebhook);
  const [tried, setTried] = useState<{ ok: boolean; message: string }>();
  const { webhookId, url, events, version, waiting, failed, lastFailure } = receiver;
  const parts = { id: webhookId };
  const state = stateOf(receiver);
  const { refused } = ending;
  const answer = async (what: keyof typeof QUESTIONS): Promise<void> => {
    setAsking(undefined);
    if (what === 'end') {
      const ended = await ending.run(['end', webhookId], (key) => call(endWebhook, { parts, key }));
      if (ended) toast.success('The receiver has ended.');
      return;
    }
    const made = await rotating.run(['rotate', webhookId, version], (key) => call(rotateWebhookSecret, { parts, key }));
    if (made) onSecret(made.data.secret);
  };
  const tryOut = async (): Promise<void> => {
    setTried(undefined);
    const trial = await trying.run(['try', webhookId, crypto.randomUUID()], (key) => call(tryWebhook, { parts, key }));
    if (trial) setTried(trial.data);
  };
  return (
    <li className={styles.row} aria-label={url}>
      <div className={styles.head}>
        <p className={styles.name}>{url}</p>
        <Tag tone={state.tone}>{state.text}</Tag>
      </div>
      <p className={styles.soft}>
        {events.length === WEBHOOK_EVENTS.length ? 'All events' : events.map(eventWords).join(', ')}
      </p>
      <p className={styles.soft}>{historyOf(receiver, timeZone)}</p>
      {state.tone === 'good' || lastFailure === null ? null : <p className={styles.soft}>{lastFailure}</p>}
      {secret === undefined ? null : (
        <MadeSecret
          noun="secret"
          secret={secret}
          text="This is the secret that signs what is sent. It is shown this once: enter it at the receiver now."
        />
      )}
      <div className={styles.actions}>
        <Action small aria-haspopup="dialog" aria-label={`Edit ${url}`} refused={refused} onClick={onEdit}>
          Edit
        </Action>
        <Action
          small
          aria-label={`Send a test to ${url}`}
          busy={trying.busy}
          refused={refused}
          onClick={() => void tryOut()}
        >
          Send a test
        </Action>
        <Action
          small
          aria-haspopup="dialog"
          aria-label={`New secret for ${url}`}
          busy={rotating.busy}
          refused={refused}
          onClick={() => setAsking('rotate')}
        >
          New secret
        </Action>
        <Action
          small
          look="quiet"
          aria-haspopup="dialog"
          aria-label={`End ${url}`}
          busy={ending.busy}
          refused={refused}
          onClick={() => setAsking('end')}
        >
          End
        </Action>
        {failed + waiting > 0 ? (
          <Action small look="soft" aria-expanded={open} onClick={() => setOpen(!open)}>
            What was not taken
          </Action>
        ) : null}
      </div>
      {tried === undefined ? null : (
        <Notice tone={tried.ok ? 'info' : 'bad'} role="status">
          {tried.message}
        </Notice>
      )}
      <Failure text={ending.failure ?? rotating.failure ?? trying.failure} />
      {open && failed + waiting > 0 ? <Untaken receiver={receiver} /> : null}
      {asking === undefined ? null : (
        <Question
          title={asking === 'end' ? 'End this receiver?' : 'Make a new secret?'}
          text={QUESTIONS[asking].text}
          yes={QUESTIONS[asking].yes}
          look={asking === 'end' ? 'danger' : 'primary'}
          onNo={() => setAsking(undefined)}
          onYes={() => void answer(asking)}
        />
      )}
    </li>
  );
}
