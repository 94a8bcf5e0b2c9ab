import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import { ApiError } from '#data/errors.ts';
import type { FormDraft } from '#data/submit.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { resolverOf } from '#form/resolver.ts';
import { useDraft, useFoundDraft, type DraftPort } from '#form/useDraft.ts';
import { useSubmitting } from '#form/useSubmitting.ts';
import { notifyWhenSaved } from '#list/savedNotice.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { CalendarPart } from '#ui/DayInput.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Notice } from '#ui/Notice.tsx';
import { toast } from '#ui/toast.ts';
import { whenAtHand } from '#ui/whenAtHand.ts';
import { addedBills } from './billValues.ts';
import { DraftNotice, KeptNotice } from './DraftNotice.tsx';
import { useBillsRead } from './useBillsRead.ts';

const MovedOn = lazyPart(async () => (await import('./VersionTable.tsx')).MovedOn);

export interface RecordFormProps<Values extends FieldValues, Input> {
  title: string;
  mode: 'create' | 'edit';
  submitWord?: string;
  /** Its first message replaces the general one when something is wrong. */
  saysFirst?: boolean;
  /** What else can be made of the form; judged by a rule of its own. */
  other?: {
    word: string;
    parse: (values: Values) => ParseResult<unknown>;
    store: (values: Values, draft: FormDraft) => Promise<Entry>;
  };
  /** It cannot be submitted yet: something is still being asked. */
  asking?: boolean;
  /** Names its draft on the device. */
  draftKey: string;
  drafts: DraftPort<Values>;
  /** What it starts with, its fields in the order of the form. */
  start: Values;
  /** Judges the form by the rule that the server uses. */
  parse: (values: Values) => ParseResult<Input>;
  /** Messages of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Said when it could not be stored: 'The request is NOT saved; the form keeps it.' */
  notSaved: string;
  /** What can still be done with what was typed then. */
  failureAction?: (values: Values) => ReactNode;
  /** Stores the change; resolves when it is durable, with null where it has been made at once and nothing waits. */
  store: (values: Values, input: Input, draft: FormDraft) => Promise<Entry | null>;
  onClose: () => void;
  /** The fields. `flush` puts the form on the device at once: before a camera or a picker opens, or a bill is read. */
  children: (form: UseFormReturn<Values>, flush: () => Promise<void>) => ReactNode;
}

/**
 * A form that makes or changes a record, through the outbox or at once: judged, kept as it is typed, stored before it
 * closes.
 */
export function RecordForm<Values extends FieldValues, Input>(props: RecordFormProps<Values, Input>): ReactElement {
  const {
    title,
    mode,
    submitWord,
    saysFirst = false,
    other,
    asking = false,
    drafts,
    start,
    parse,
    refusal,
    notices,
    notSaved,
    failureAction,
    store,
    onClose,
    children,
  } = props;
  const form = useForm<Values>({
    defaultValues: start as DefaultValues<Values>,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf(parse),
  });
  // Of the form that was opened: what it stores may make it the form of an entry while it closes, and its draft must
  // not come back as that of the record.
  const [draftKey] = useState(props.draftKey);
  const draft = useDraft(draftKey, drafts);
  const [failure, setFailure] = useState<string>();
  const [cameBack, setCameBack] = useState(false);
  const { keep, flush, clear } = draft;
  /** While the form is emptied nothing of it is kept. */
  const emptying = useRef(false);

  useEffect(() => whenAtHand(() => void CalendarPart.preload().catch(() => undefined)), []);
  useEffect(() => {
    for (const [name, message] of Object.entries(refusal?.errors ?? {}))
      if (name in start) form.setError(name as Path<Values>, { type: 'server', message });
    // Once, for the refusal that the form was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    let last = form.getValues();
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, touchedFields, errors }) => {
        const changed = Object.keys(start).filter((name) => values[name] !== last[name]);
        last = { ...values };
        if (changed.length === 0 || emptying.current) return;
        keep(values);
        // What one field says may depend on another: those that have been validated already are validated again.
        const wrong = Object.entries(errors ?? {}).flatMap(([name, error]) => (error?.type === 'server' ? [] : [name]));
        const judged = [...new Set([...Object.keys(touchedFields ?? {}), ...wrong])].filter(
          (name) => !changed.includes(name),
        );
        if (judged.length > 0) void form.trigger(judged as Path<Values>[]);
      },
    });
  }, [form, keep, start]);
  useFoundDraft(draft, (found) => {
    // What was left behind comes back as it was; one tap throws it away.
    form.reset(found, { keepDefaultValues: true });
    setCameBack(true);
  });

  /**
   * Leads to the first wrong field in the order in which a person sees them, whenever it came to the screen (LOC-15).
   */
  const focusFirst = (errors: object): void => {
    const first = Object.keys(start).find((name) => name in errors);
    if (first !== undefined) form.setFocus(first as Path<Values>);
  };
  /** Puts what the server says of single fields beside them; false when it says nothing of a field that is here. */
  const complain = (all: FieldErrors): boolean => {
    const errors = Object.entries(all).filter(([name]) => name in start);
    for (const [name, message] of errors) form.setError(name as Path<Values>, { type: 'server', message });
    focusFirst(Object.fromEntries(errors));
    return errors.length > 0;
  };
  const keepIt = async (make: () => Promise<Entry | null>): Promise<void> => {
    setFailure(undefined);
    try {
      await draft.rest();
      const entry = await make();
      if (entry) {
        draft.end();
        notifyWhenSaved(entry.id);
      } else await draft.drop();
      // In the frame in which the list shows what was stored, and not in one of its own after that.
      flushSync(onClose);
    } catch (error) {
      if (!(error instanceof ApiError && complain(error.errors)))
        setFailure(`${error instanceof Error ? error.message : ''} ${notSaved}`.trim());
      void draft.resume();
    }
  };
  const submitForm = form.handleSubmit(
    async () => {
      // As they are: what the form hands over is a copy, and bills are heavy.
      const values = form.getValues();
      const parsed = parse(values);
      if (parsed.ok) await keepIt(() => store(values, parsed.value, draft.ref()));
    },
    (errors) => {
      const parsed = parse(form.getValues());
      toast.hint(saysFirst && !parsed.ok ? parsed.message : MESSAGES.checkForm);
      focusFirst(errors);
    },
  );
  const submitting = useSubmitting();
  const bills = useBillsRead(form);
  /** Waits for the bills where nothing else is wrong. */
  const onceRead = (judge: (values: Values) => ParseResult<unknown>, act: () => void): void => {
    const parsed = judge(form.getValues());
    if (parsed.ok || Object.keys(parsed.errors).some((name) => name !== 'billUrl')) act();
    else bills.after(act);
  };
  const [othering, setOthering] = useState(false);
  const makeOther = async ({ parse: judge, store: make }: NonNullable<typeof other>): Promise<void> => {
    const values = form.getValues();
    const parsed = judge(values);
    form.clearErrors();
    if (!parsed.ok) {
      for (const [name, message] of Object.entries(parsed.errors)) form.setError(name as Path<Values>, { message });
      toast.hint(parsed.message);
      focusFirst(parsed.errors);
      return;
    }
    setOthering(true);
    await keepIt(() => make(values, draft.ref()));
    setOthering(false);
  };
  const startAfresh = (): void => {
    void clear();
    emptying.current = true;
    form.reset(start);
    emptying.current = false;
    setCameBack(false);
  };
  const flushNow = useCallback(() => flush(), [flush]);

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      way={{
        mode,
        onSubmit: (event) => {
          event.preventDefault();
          onceRead(parse, () => submitting.start(submitForm));
        },
        busy: asking || othering || bills.waiting || submitting.busy,
        failure,
        failureAction: failure === undefined ? undefined : failureAction?.(form.getValues()),
        submitWord,
        ...(other && {
          other: (
            <Action
              look="danger"
              busy={othering}
              disabled={bills.waiting || submitting.busy}
              onClick={() => onceRead(other.parse, () => submitting.start(() => makeOther(other)))}
            >
              {other.word}
            </Action>
          ),
        }),
      }}
      notices={
        <>
          {refusal ? (
            <Notice tone="bad" icon="warning">
              {refusal.message}
            </Notice>
          ) : null}
          {refusal?.current === undefined ? null : <MovedOn current={refusal.current} />}
          {notices}
          <KeptNotice kept={draft.kept} onThrowAway={draft.dropKept} />
          {cameBack ? (
            <DraftNotice
              bills={() => addedBills(form.getValues(), start)}
              onContinue={() => setCameBack(false)}
              onAfresh={startAfresh}
            />
          ) : null}
        </>
      }
    >
      {children(form, flushNow)}
    </FormDialog>
  );
}
