import { useCallback, useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { useForm, type DefaultValues, type Path, type UseFormReturn } from 'react-hook-form';
import { SENTENCES } from '#contract/error.ts';
import type { Reading } from '#domain/verdict.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { resolverOf } from '#form/resolver.ts';
import { useDraft, type DraftPort } from '#form/useDraft.ts';
import { sayWhenSaved } from '#list/sayWhenSaved.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import type { BillValues } from './billValues.ts';
import { SaveBills } from './SaveBills.tsx';

export interface ClaimFormProps<Values extends BillValues, Input> {
  title: string;
  mode: 'create' | 'edit';
  submitWord?: string;
  /** Its first sentence is said when something is wrong, in place of that of all forms. */
  saysFirst?: boolean;
  /** Said when it could not be stored. */
  notSaved?: string;
  /** Names its draft on the device. */
  draftKey: string;
  /** Where its draft is kept; the same object while the form is open. */
  drafts: DraftPort<Values>;
  start: Values;
  /** Judges the form by the rule that the server uses. */
  read: (values: Values) => Reading<Input>;
  /** Sentences of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: Values, input: Input) => Promise<Entry>;
  onClose: () => void;
  fields: (form: UseFormReturn<Values>, onBeforePick: () => void) => ReactNode;
}

/** The form of any claim with bills: judged as it is typed, kept as a draft, stored in the outbox. Its fields are its caller's. */
export function ClaimForm<Values extends BillValues, Input>({ title, mode, submitWord, saysFirst = false, notSaved = 'The claim is NOT saved; the form keeps it.', draftKey, drafts, start, read, refusal, notices, store, onClose, fields }: ClaimFormProps<Values, Input>): ReactElement {
  const form = useForm<Values>({ defaultValues: start as DefaultValues<Values>, mode: 'onTouched', resolver: resolverOf(read) as never });
  const draft = useDraft(draftKey, drafts);
  const [failure, setFailure] = useState<string>();
  const [cameBack, setCameBack] = useState(false);

  useEffect(() => {
    if (!refusal) return;
    for (const [name, message] of Object.entries(refusal.errors ?? {})) if (name in start) form.setError(name as Path<Values>, { type: 'server', message });
    // Once, for the refusal that the form was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const { keep, found, accept, flush } = draft;
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values as Values) }), [form, keep]);
  useEffect(() => {
    if (found === null) return;
    // What was left behind comes back as it was; one tap throws it away.
    form.reset(found, { keepDefaultValues: true });
    accept();
    setCameBack(true);
  }, [found, accept, form]);

  const submitForm = form.handleSubmit(
    async () => {
      setFailure(undefined);
      const values = form.getValues();
      const reading = read(values);
      if (!reading.ok) return;
      try {
        await draft.rest();
        const entry = await store(values, reading.value);
        draft.end();
        sayWhenSaved(entry.id);
        onClose();
      } catch (error) {
        setFailure(`${error instanceof Error ? error.message : ''} ${notSaved}`.trim());
        void draft.flush();
      }
    },
    () => {
      const reading = read(form.getValues());
      toast.hint(saysFirst && !reading.ok ? reading.message : SENTENCES.checkForm);
    },
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
      way={{ mode, onSubmit: (event) => void submitForm(event), submitWord, busy: form.formState.isSubmitting, failure, failureAction: failure ? <SaveBills bills={form.getValues().billUrl} /> : undefined }}
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
      {fields(form, beforePick)}
    </FormDialog>
  );
}
