import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import type { LocalExpenseContext, LocalExpenseInput } from '#domain/claim.ts';
import type { Entry } from '#outbox/entry.ts';
import { billDrafts, ClaimForm } from '#modules/claims/index.ts';
import { withShared } from './sharedBills.ts';
import { LocalExpenseFields } from './LocalExpenseFields.tsx';
import { readValues, type LocalExpenseValues } from './values.ts';

const isValues = (value: unknown): value is LocalExpenseValues =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as LocalExpenseValues).billUrl) &&
  typeof (value as LocalExpenseValues).remarks === 'string';
const drafts = billDrafts(isValues);

export interface LocalExpenseFormProps {
  title: string;
  mode: 'create' | 'edit';
  /** Names its draft on the device. */
  draftKey: string;
  start: LocalExpenseValues;
  /** The date of the claim that is being edited: it may stay, however old. */
  unchangedDay?: string;
  /** The day on which a claim that still waits was saved: its date, unchanged, is judged for that day (TM-2). */
  savedDay?: string | undefined;
  /** Messages of a refusal that is being mended, by field. */
  refusal?: Entry['refusal'];
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (values: LocalExpenseValues, input: LocalExpenseInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** The one form of a local expense, to make and to change one. */
export function LocalExpenseForm({ unchangedDay, savedDay, ...rest }: LocalExpenseFormProps): ReactElement {
  const { mode, start } = rest;
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const context = useMemo<LocalExpenseContext>(
    () => ({ today, timeZone, creating: mode === 'create', ...(unchangedDay !== undefined && { unchangedDay }) }),
    [today, timeZone, mode, unchangedDay],
  );
  // Files shared from another app belong to a new claim.
  const [port] = useState(() => (mode === 'create' ? withShared(drafts, start) : drafts));

  return (
    <ClaimForm
      {...rest}
      drafts={port}
      read={(values) =>
        readValues(
          values,
          savedDay !== undefined && values.expenseDate === start.expenseDate
            ? { ...context, today: savedDay }
            : context,
        )
      }
      fields={(form, onBeforePick) => <LocalExpenseFields form={form} today={today} onBeforePick={onBeforePick} />}
    />
  );
}
