import { useId, useState, type FormEvent, type ReactElement } from 'react';
import { createWebhook, updateWebhook } from '#contract/calls/webhooks.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_WEBHOOK_URL } from '#contract/limits.ts';
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent } from '#contract/webhook.ts';
import { call } from '#data/http.ts';
import { parseWebhook } from '#domain/webhook.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { Ticks } from '#form/Ticks.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { FieldFrame } from '#ui/FieldFrame.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { Tick } from '#ui/Tick.tsx';
import { toast } from '#ui/toast.ts';
import { eventWords } from './words.ts';

export interface ReceiverDialogProps {
  /** The one that is changed; undefined: a new one. */
  receiver?: Webhook | undefined;
  /** A new one has a secret, which is shown this once. */
  onMade: (made: { webhookId: string; secret: string }) => void;
  onClose: () => void;
}

/** Where webhooks go, and which (HOOK-8). */
export function ReceiverDialog({ receiver, onMade, onClose }: ReceiverDialogProps): ReactElement {
  // As it was when the form was opened: the page behind it may learn of another version.
  const [base] = useState(receiver);
  const adding = useOnlineCall(createWebhook);
  const changing = useOnlineCall(updateWebhook);
  const { busy, failure, errors } = base ? changing : adding;
  const [url, setUrl] = useState(base?.url ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(base?.events ?? WEBHOOK_EVENTS);
  const [enabled, setEnabled] = useState(base ? base.off === null : true);
  const [wrong, setWrong] = useState<FieldErrors>({});
  const said = { ...errors, ...wrong };
  const id = useId();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const read = parseWebhook({ url, events, enabled });
    setWrong(read.ok ? {} : read.errors);
    if (busy || !read.ok) return;
    const body = read.value;
    if (base) {
      const at = { parts: { id: base.webhookId }, ifMatch: base.version, body };
      if (!(await changing.run([base.version, body], (key) => call(updateWebhook, { ...at, key })))) return;
      toast.success('The receiver is changed.');
    } else {
      const answer = await adding.run(body, (key) => call(createWebhook, { body, key }));
      if (!answer) return;
      onMade(answer.data);
    }
    onClose();
  };
  return (
    <FormDialog
      title={base ? 'Change the receiver' : 'Add a receiver'}
      onClose={onClose}
      way={{
        mode: base ? 'edit' : 'create',
        submitWord: base ? 'Save' : 'Add',
        onSubmit: (event) => void submit(event),
        busy,
        failure,
      }}
    >
      <TextInput
        label="Address"
        value={url}
        maxLength={MAX_WEBHOOK_URL}
        capitals="none"
        placeholder="https://"
        first
        error={said['url']}
        onChange={setUrl}
      />
      <FieldFrame id={id} group label="What is sent" error={said['events']}>
        <Ticks
          all={WEBHOOK_EVENTS}
          words={eventWords}
          chosen={events}
          onChange={setEvents}
          aria-labelledby={`${id}-label`}
          aria-describedby={said['events'] === undefined ? undefined : `${id}-error`}
        />
      </FieldFrame>
      <Tick checked={enabled} onTick={setEnabled}>
        It is on. What waits for a receiver that is switched off has failed.
      </Tick>
    </FormDialog>
  );
}
