import { useCallback, useEffect, useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { SENTENCES } from '#contract/error.ts';
import { useSession } from '#data/session.ts';
import type { LocalExpenseContext, LocalExpenseInput } from '#domain/claim.ts';
import { dayOf } from '#domain/dates.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { resolverOf } from '#form/resolver.ts';
import { useDraft } from '#form/useDraft.ts';
import { sayWhenSaved } from '#list/sayWhenSaved.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { CalendarPart } from '#ui/DayInput.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { whenIdle } from '#ui/whenIdle.ts';
import { billDrafts } from '../billDrafts.ts';
import { SaveBills } from '../SaveBills.tsx';
import { withShared } from '../sharedBills.ts';
import { LocalExpenseFields } from './LocalExpenseFields.tsx';
import { readValues, type LocalExpenseValues } from './values.ts';

const isValues = (value: unknown): value is LocalExpenseValues => typeof value === 'object' && value !== null && Array.isArray((value as LocalExpenseValues).billUrl) && typeof (value as LocalExpenseValues).remarks === 'string';
const drafts = billDrafts(isValues);

export interface LocalExpenseFormProps {
  title: string;
  mode: 'create' | 'edit';
  /** Names its draft on the device. */
  draftKey: string;
  start: LocalExpenseValues;
  /** The date of the claim that is being edited: it may stay, however old. */
  unchangedDay?: string;
  /** Sentences of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: LocalExpenseValues, input: LocalExpenseInput) => Promise<Entry>;
  onClose: () => void;
}

/** The one form of a local expense, to make and to change one. */
export function LocalExpenseForm({ title, mode, draftKey, start, unchangedDay, refusal, notices, store, onClose }: LocalExpenseFormProps): ReactElement {
  const { timeZone } = useSession();
  const today = dayOf(Date.now(), timeZone);
  const context = useMemo<LocalExpenseContext>(() => ({ today, timeZone, creating: mode === 'create', ...(unchangedDay !== undefined && { unchangedDay }) }), [today, timeZone, mode, unchangedDay]);
  const form = useForm<LocalExpenseValues>({ defaultValues: start, mode: 'onTouched', resolver: resolverOf((values) => readValues(values, context)) });
  // Files shared from another app belong to a new claim.
  const [port] = useState(() => (mode === 'create' ? withShared(drafts, start) : drafts));
  const draft = useDraft(draftKey, port);
  const [failure, setFailure] = useState<string>();
  const [cameBack, setCameBack] = useState(false);

  useEffect(() => whenIdle(() => void CalendarPart.preload().catch(() => undefined)), []);

  useEffect(() => {
    if (!refusal) return;
    for (const [name, message] of Object.entries(refusal.errors ?? {})) if (name in start) form.setError(name as keyof LocalExpenseValues, { type: 'server', message });
    // Once, for the refusal that the form was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { keep, found, accept, flush } = draft;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form, keep]);
  useEffect(() => {
    if (found === null) return;
    // What was left behind comes back as it was; one tap throws it away.
    form.reset(found, { keepDefaultValues: true });
    accept();
    setCameBack(true);
  }, [found, accept, form]);

  const submitForm = form.handleSubmit(
    async (values) => {
      setFailure(undefined);
      const reading = readValues(values, context);
      if (!reading.ok) return;
      try {
        const entry = await store(values, reading.value);
        draft.end();
        sayWhenSaved(entry.id);
        onClose();
      } catch (error) {
        setFailure(`${error instanceof Error ? error.message : ''} The claim is NOT saved; the form keeps it.`.trim());
        void draft.flush();
      }
    },
    () => toast.hint(SENTENCES.checkForm),
  );
  const beforePick = useCallback(() => void flush(), [flush]);
  const startAfresh = (): void => {
    void drafts.remove(draftKey).catch(() => undefined);
    form.reset(start);
    setCameBack(false);
  };

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      way={{ mode, onSubmit: (event) => void submitForm(event), busy: form.formState.isSubmitting, failure, failureAction: failure ? <SaveBills bills={form.getValues('billUrl')} /> : undefined }}
      notices={
        <>
          {notices}
          {cameBack ? (
            <Notice
              tone="info"
              icon="clock"
              role="status"
              actions={
                <>
                  <Action small onClick={() => setCameBack(false)}>Continue where you left off</Action>
                  <Action small look="quiet" onClick={startAfresh}>Start afresh</Action>
                </>
              }
            >
              This is what you had typed.
            </Notice>
          ) : null}
        </>
      }
    >
      <LocalExpenseFields form={form} today={today} onBeforePick={beforePick} />
    </FormDialog>
  );
}
