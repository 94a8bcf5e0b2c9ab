import { memo, useState, type ReactElement } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { LocalExpense } from '#contract/expense.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import { useToday } from '#data/clock.ts';
import { usePolicy } from '#data/policies.ts';
import { useSession } from '#data/session.ts';
import type { LocalExpenseInput } from '#domain/claim.ts';
import { dayOf, formatDay, isDay } from '#domain/dates.ts';
import { localEarliest, policyWarning } from '#domain/policy.ts';
import { policyOn, SPECIFIED, type DatedPolicy } from '#domain/policyVersions.ts';
import type { ParseResult } from '#domain/verdict.ts';
import { FormAmount, FormChoice, FormDay, FormText } from '#form/fields.tsx';
import type { CreateDialogProps } from '#list/definition.ts';
import {
  ClaimForm,
  FormBills,
  LOCAL_EXPENSE_TYPE,
  placeOf,
  PolicyNote,
  ReadBills,
  useRecordEditor,
  withFurtherTypes,
  withShared,
  type ChosenShare,
} from '#modules/claims/index.ts';
import { createCommand, EDIT_TITLE, RAISE_TITLE, updateCommand } from './command.ts';
import { localExpenseDrafts, localExpensePlace, NEW_PLACE } from './joinPlace.ts';
import { emptyValues, parseValues, valuesOf, valuesOfEntry, type LocalExpenseValues } from './values.ts';

const CHOICES = Object.entries(LOCAL_EXPENSE_TYPE).map(([value, label]) => ({ value, label }));

interface LocalExpenseFieldsProps {
  form: Pick<UseFormReturn<LocalExpenseValues>, 'control' | 'getValues'>;
  today: string;
  policies?: readonly DatedPolicy[];
  disabled?: boolean;
  onBeforePick?: () => void;
}

/** How far back a claim may lie today. */
function reachHint(policies: readonly DatedPolicy[], today: string): string {
  const policy = policyOn(policies, today);
  const { days, over, yearOpenUntil } = policy.reach;
  if (over === 'WARN') return `Up to today: claims older than ${days} days are pointed out to whoever decides.`;
  const year = yearOpenUntil === null ? '' : ' and not before the financial year';
  return `From ${formatDay(localEarliest(policy, today))} to today: claims reach back ${days} days${year}.`;
}

function Fields({
  form,
  today,
  policies = SPECIFIED,
  disabled = false,
  onBeforePick,
}: LocalExpenseFieldsProps): ReactElement {
  const { control } = form;
  const earliest = localEarliest(policyOn(policies, today), today);
  const [day, type] = useWatch({ control, name: ['expenseDate', 'localExpenseType'] });
  const choices = withFurtherTypes(CHOICES, policyOn(policies, isDay(day) ? day : today), type);
  return (
    <>
      <FormChoice
        control={control}
        name="localExpenseType"
        label="Expense type"
        choices={choices}
        disabled={disabled}
      />
      <FormDay
        control={control}
        name="expenseDate"
        label="Expense date"
        min={earliest}
        max={today}
        disabled={disabled}
        hint={disabled ? undefined : reachHint(policies, today)}
      />
      <FormAmount control={control} name="claimAmount" label="Claim amount" disabled={disabled} />
      <FormText control={control} name="remarks" label="Remarks" maxLength={MAX_REMARKS} disabled={disabled} />
      <FormBills
        control={control}
        name="billUrl"
        current={() => form.getValues('billUrl')}
        disabled={disabled}
        {...(onBeforePick && { onBeforePick })}
      />
    </>
  );
}

/** The fields of a local expense, in the form's order. They are not drawn again for what goes on around them. */
export const LocalExpenseFields = memo(Fields);

type Editor = ReturnType<typeof useRecordEditor<LocalExpense | undefined, LocalExpenseValues, LocalExpenseInput>>;

/** The one form of a local expense, to make and to change one. */
export function LocalExpenseForm({
  row,
  entry,
  offered = null,
  onClose,
}: CreateDialogProps & { row?: LocalExpense; offered?: readonly ChosenShare[] | null }): ReactElement | null {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const { policies } = usePolicy();
  const { base, form }: Editor = useRecordEditor({
    title: row ? EDIT_TITLE : RAISE_TITLE,
    place: placeOf(entry, row?.expenseId ?? NEW_PLACE),
    row,
    entry,
    start: row ? valuesOf(row, timeZone) : emptyValues(today),
    startOf: (waiting, bytes) => valuesOfEntry(waiting, timeZone, bytes),
    command: (before, values, input, context) =>
      before ? updateCommand(before, values, input, context) : createCommand(values, input, context),
    onClose,
  });
  if (!form) return null;
  // The date of the claim that is being edited may stay, however old; that of a new one that still waits, unchanged, is
  // judged for the day it was saved (TM-2).
  const unchangedDay = base && dayOf(base.expenseDate, timeZone);
  const savedDay = base ? undefined : entry?.saved && dayOf(entry.saved.at, timeZone);
  const parse = (values: LocalExpenseValues): ParseResult<LocalExpenseInput> =>
    parseValues(values, {
      timeZone,
      policies,
      creating: base === undefined,
      ...(unchangedDay !== undefined && { unchangedDay }),
      today: savedDay !== undefined && values.expenseDate === form.start.expenseDate ? savedDay : today,
    });
  const self = [entry?.id, entry?.record.from, base?.expenseId].filter((id) => id !== undefined);
  return <LoadedForm form={form} parse={parse} today={today} policies={policies} offered={offered} self={self} />;
}

interface LoadedFormProps {
  form: NonNullable<Editor['form']>;
  parse: (values: LocalExpenseValues) => ParseResult<LocalExpenseInput>;
  today: string;
  policies: readonly DatedPolicy[];
  /** Shares that join it because somebody said so; null: the one that is alone in the inbox does. */
  offered: readonly ChosenShare[] | null;
  /** What the claim itself is known by. */
  self: readonly string[];
}

/** What the policy warns of, once the form is whole. */
function Warning({
  form,
  parse,
  today,
  policies,
}: Omit<LoadedFormProps, 'form' | 'offered' | 'self'> & {
  form: UseFormReturn<LocalExpenseValues>;
}): ReactElement | null {
  const input = parse(useWatch({ control: form.control }) as LocalExpenseValues);
  if (!input.ok) return null;
  const { bills, ...claim } = input.value;
  const judged = { kind: 'local', ...claim, bills: bills.length, savedDay: today } as const;
  return <PolicyNote warning={policyWarning(judged, policies)} />;
}

function LoadedForm({ form: editor, parse, today, policies, offered, self }: LoadedFormProps): ReactElement {
  const { mode, start } = editor;
  // Files shared from another app belong to a new claim.
  const [port] = useState(() =>
    mode === 'create' ? withShared({ ...localExpensePlace(today), empty: start }, offered) : localExpenseDrafts,
  );
  return (
    <ClaimForm
      {...editor}
      drafts={port}
      parse={parse}
      fields={(form, onBeforePick) => (
        <>
          <LocalExpenseFields form={form} today={today} policies={policies} onBeforePick={onBeforePick} />
          <ReadBills form={form} today={today} type="localExpenseType" flush={onBeforePick} self={self} />
          <Warning form={form} parse={parse} today={today} policies={policies} />
        </>
      )}
    />
  );
}
