import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import { exceptionalDateHistory } from '#contract/calls/exceptionalDates.ts';
import type { PersonDate } from '#contract/user.ts';
import { useToday } from '#data/clock.ts';
import { isUnreachable } from '#data/errors.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import type { FormDraft } from '#data/submit.ts';
import type { ExceptionalDateInput } from '#domain/exceptionalDate.ts';
import { Details, plainDrafts, RecordForm, useRecordEditor, valuesFrom } from '#modules/claims/index.ts';
import { momentText } from '#ui/moments.ts';
import { FormDay } from '#form/fields.tsx';
import { FormDialog } from '#form/FormDialog.tsx';
import type { Entry } from '#outbox/entry.ts';
import { opaque } from '#storage/opaque.ts';
import { Notice } from '#ui/Notice.tsx';
import styles from './Dates.module.css';
import { dateCommand, dayText, EMPTY_DATE, personOf, parseDate, startOf, type DateValues } from './exceptionalDates.ts';

const TITLE = 'Exceptional Date';
const drafts = plainDrafts(valuesFrom(EMPTY_DATE));

export interface PersonDateDialogProps {
  person: PersonDate;
  /** A change that waits and is changed again. */
  entry?: Entry | undefined;
  onClose: () => void;
}

/** One person's exceptional date: to see, set or clear, with what became of it before (EXC-2). */
export function PersonDateDialog({ person, entry, onClose }: PersonDateDialogProps): ReactElement {
  const { email, timeZone } = useSession();
  const asked = useQuery({
    ...readOptions(exceptionalDateHistory, { query: { email: person.email } }),
    retry: false,
    staleTime: 0,
  });
  // The server's word about the person, unless a change is being mended, which was made on what its owner saw.
  const known = (entry ? personOf(entry) : undefined) ?? asked.data?.data ?? person;
  const history = <History query={asked} timeZone={timeZone} />;
  if (person.email.toLowerCase() === email.toLowerCase()) {
    return (
      <FormDialog
        title={TITLE}
        way={{ mode: 'view' }}
        onClose={onClose}
        notices={<Notice icon="eye">You cannot set your own exceptional date.</Notice>}
      >
        <Who person={known} timeZone={timeZone} />
        {history}
      </FormDialog>
    );
  }
  return (
    <DateForm
      key={`${known.version}`}
      person={known}
      entry={entry}
      asking={!entry && asked.isPending}
      onClose={onClose}
    >
      {history}
    </DateForm>
  );
}

function Who({ person, timeZone }: { person: PersonDate; timeZone: string }): ReactElement {
  return (
    <Details
      items={[
        ['Employee', [person.name, person.employeeCode && `(${person.employeeCode})`].filter(Boolean).join(' ')],
        ['Email', person.email],
        ['Exceptional date now', dayText(person.date, timeZone) ?? 'None'],
      ]}
    />
  );
}

function DateForm({
  person,
  entry,
  asking,
  onClose,
  children,
}: PersonDateDialogProps & { asking: boolean; children: ReactElement }): ReactElement | null {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const {
    base,
    form: editor,
    save,
  } = useRecordEditor<PersonDate, DateValues, ExceptionalDateInput>({
    title: TITLE,
    place: entry?.id ?? opaque(person.email),
    row: person,
    entry,
    start: startOf(person, timeZone),
    startOf: ({ body: { date } }) => startOf({ date: typeof date === 'number' ? date : null }, timeZone),
    command: (before, _, { day }, context) => dateCommand(before, day, context),
    onClose,
  });
  if (!editor) return null;
  return (
    <RecordForm
      {...editor}
      saysFirst
      asking={asking}
      {...(person.date !== null && {
        other: {
          word: 'Clear',
          parse: () => ({ ok: true as const, value: null }),
          store: (_: DateValues, draft: FormDraft) => save(dateCommand(base, null, { timeZone, draft })),
        },
      })}
      drafts={drafts}
      parse={(values) => parseDate(values, person.email, { today, timeZone })}
      notSaved="The date is NOT saved; the form keeps it."
    >
      {(form) => (
        <>
          <Who person={person} timeZone={timeZone} />
          <FormDay
            control={form.control}
            name="date"
            label="Exceptional date"
            max={today}
            hint="Days from this one on may be claimed, however old they are."
          />
          {children}
        </>
      )}
    </RecordForm>
  );
}

type Asked = ReturnType<
  typeof useQuery<{
    data: {
      history: readonly {
        at: number;
        by: string;
        what: string;
        changes: readonly { before: string | null; after: string | null }[];
      }[];
      more?: true | undefined;
    };
  }>
>;

/** Who set it to what, newest first. */
function History({
  query,
  timeZone,
}: {
  query: Pick<Asked, 'data' | 'isError' | 'error'>;
  timeZone: string;
}): ReactElement {
  const rows = query.data?.data.history;
  const says =
    query.isError && !rows
      ? 'The history could not be loaded. ' +
        (isUnreachable(query.error) ? 'It needs a connection.' : (query.error?.message ?? ''))
      : rows === undefined
        ? 'One moment…'
        : rows.length === 0
          ? 'It has never been set.'
          : '';
  return (
    <section aria-label="History">
      <h3 className={styles.heading}>History</h3>
      <p className={styles.soft} role="status">
        {says}
      </p>
      <ol className={styles.history}>
        {(rows ?? []).map(({ at, by, what, changes }) => (
          <li key={at}>
            <p>
              <strong>{what}</strong>
              {changes.map(({ before, after }) => `: ${[before, after ?? 'none'].filter(Boolean).join(' → ')}`)}
            </p>
            <p className={styles.soft}>{`${by} · ${momentText(at, timeZone)}`}</p>
          </li>
        ))}
        {query.data?.data.more ? <li>{MESSAGES.more}</li> : null}
      </ol>
    </section>
  );
}
