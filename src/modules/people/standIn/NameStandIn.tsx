import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactElement } from 'react';
import { createDelegation } from '#contract/calls/delegations.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_STAND_IN_DAYS, STAND_IN_AHEAD_DAYS } from '#contract/limits.ts';
import { plainDrafts, valuesFrom } from '#modules/claims/index.ts';
import { useToday } from '#data/clock.ts';
import { ApiError, isUnreachable, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { addDays, isDay, millisOfDay } from '#domain/dates.ts';
import { parseDelegation } from '#domain/delegation.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useDraft, useFoundDraft } from '#form/useDraft.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { PersonField } from './PersonField.tsx';
import styles from './StandIn.module.css';
import { daysOf } from './words.ts';

const EMPTY = { standIn: '', from: '', to: '' };
const drafts = plainDrafts(valuesFrom(EMPTY));
const ORDER = ['standIn', 'from', 'to'] as const;

/**
 * Names who sees and decides one's queue, from which day to which. Needs a network: a person going away wants to know
 * that it holds (DEL-9).
 */
export function NameStandIn({ onClose }: { onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const client = useQueryClient();
  const online = useOnline();
  const today = useToday(timeZone);
  const [values, setValues] = useState({ ...EMPTY, from: today });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const standIn = useRef<HTMLInputElement>(null);
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const draft = useDraft('stand-in', drafts);
  const { keep, drop } = draft;
  useFoundDraft(draft, setValues);

  const change =
    (field: keyof typeof EMPTY) =>
    (text: string): void => {
      const next = { ...values, [field]: text };
      // Another content is another request.
      setKey(crypto.randomUUID());
      setValues(next);
      setErrors(({ [field]: _gone, ...rest }) => rest);
      keep(next);
    };
  const complain = (sentences: FieldErrors): void => {
    setErrors(sentences);
    const inputs = { standIn, from, to };
    inputs[ORDER.find((field) => sentences[field] !== undefined) ?? 'standIn'].current?.focus();
  };
  const millis = (day: string): number | undefined => (isDay(day) ? millisOfDay(day, timeZone) : undefined);
  const send = async (): Promise<void> => {
    setFailure(undefined);
    const body = { standIn: values.standIn, from: millis(values.from), to: millis(values.to) };
    const parsed = parseDelegation(body, { today, timeZone });
    if (!parsed.ok) {
      complain(parsed.errors);
      return;
    }
    setBusy(true);
    try {
      const { data } = await call(createDelegation, {
        body: body as { standIn: string; from: number; to: number },
        key,
      });
      await drop();
      toast.success(`${data.standIn.name} stands in for you: ${daysOf(data, timeZone)}.`);
      onClose();
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) complain(error.errors);
      else setFailure(isUnreachable(error) ? `${messageOf(error)} What you typed is kept.` : messageOf(error));
    } finally {
      setBusy(false);
      void invalidate(client, createDelegation);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void send();
  };
  const last = isDay(values.from) ? addDays(values.from, MAX_STAND_IN_DAYS - 1) : undefined;
  return (
    <FormDialog
      title="Name a stand-in"
      onClose={onClose}
      way={{ mode: 'create', onSubmit: submit, busy, failure }}
      notices={
        online ? undefined : (
          <Notice tone="wait" icon="cloudOff" role="status">
            This needs a connection. What you type is kept until you are online.
          </Notice>
        )
      }
    >
      <PersonField
        label="Stand-in"
        value={values.standIn}
        error={errors['standIn']}
        inputRef={standIn}
        onChange={change('standIn')}
      />
      <div className={styles.days2}>
        <DayInput
          label="First day"
          value={values.from}
          onChange={change('from')}
          error={errors['from']}
          inputRef={from}
          min={today}
          max={addDays(today, STAND_IN_AHEAD_DAYS)}
        />
        <DayInput
          label="Last day"
          value={values.to}
          onChange={change('to')}
          error={errors['to']}
          inputRef={to}
          min={isDay(values.from) && values.from > today ? values.from : today}
          max={last}
        />
      </div>
      <p className={styles.hint}>
        On these days they see what waits for you and decide it. Every decision says who made it for whom, and you can
        end it at any time. You keep your queue.
      </p>
    </FormDialog>
  );
}
