import { useMemo, type ReactElement, type ReactNode } from 'react';
import { useToday } from '#data/clock.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import type { TripInput } from '#domain/tripFields.ts';
import type { TripContext } from '#domain/tripParsing.ts';
import type { Entry } from '#outbox/entry.ts';
import { plainDrafts, RecordForm, valuesFrom } from '#modules/claims/index.ts';
import { TripFields } from './TripFields.tsx';
import { EMPTY, parseValues, type TripValues } from './values.ts';

const drafts = plainDrafts(valuesFrom(EMPTY));

export interface TripFormProps {
  title: string;
  mode: 'create' | 'edit';
  draftKey: string;
  start: TripValues;
  /** The days of the trip that is being edited: they may stay, however long ago. */
  unchanged?: TripContext['unchanged'];
  tripId?: string;
  entry?: Entry;
  notices?: ReactNode;
  /** Stores the change; resolves when it is durable. */
  store: (input: TripInput, draft: FormDraft) => Promise<Entry>;
  onClose: () => void;
}

/** The one form of a travel request, to make and to change one. */
export function TripForm({
  title,
  mode,
  draftKey,
  start,
  unchanged,
  tripId,
  entry,
  notices,
  store,
  onClose,
}: TripFormProps): ReactElement {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const context = useMemo<TripContext>(
    () => ({ today, timeZone, creating: mode === 'create', ...(unchanged && { unchanged }) }),
    [today, timeZone, mode, unchanged],
  );
  // The days of one that still waits, unchanged, are judged for the day it was saved (TM-2).
  const savedDay = entry?.saved && dayOf(entry.saved.at, timeZone);
  return (
    <RecordForm
      title={title}
      mode={mode}
      draftKey={draftKey}
      drafts={drafts}
      start={start}
      read={(values) =>
        parseValues(
          values,
          savedDay !== undefined && values.startDate === start.startDate ? { ...context, today: savedDay } : context,
        )
      }
      refusal={entry?.refusal}
      notices={notices}
      notSaved="The travel request is NOT saved; the form keeps it."
      store={(_, input, draft) => store(input, draft)}
      onClose={onClose}
    >
      {(form) => <TripFields form={form} today={today} tripId={tripId} entryId={entry?.record.from ?? entry?.id} />}
    </RecordForm>
  );
}
