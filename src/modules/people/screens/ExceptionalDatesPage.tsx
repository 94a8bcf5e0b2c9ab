import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { exceptionalDates } from '#contract/calls/exceptionalDates.ts';
import { MESSAGES } from '#contract/error.ts';
import type { Person, PersonDate } from '#contract/user.ts';
import { useEntries } from '#data/entries.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { formatDay, toDay } from '#domain/dates.ts';
import { Loaded } from '#list/Loaded.tsx';
import { entryBadge } from '#list/entryState.ts';
import type { Entry } from '#outbox/entry.ts';
import { Action } from '#ui/Action.tsx';
import { Empty } from '#ui/Notice.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { Tag } from '#ui/Tag.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from '../dates/Dates.module.css';
import type { DateSearch } from '../dates/dateSearch.ts';
import { DATE_KIND, dayText, personOf, undated } from '../dates/exceptionalDates.ts';
import { FindPerson } from '../dates/FindPerson.tsx';

const PersonDateDialog = lazyPart(() =>
  import('../dates/PersonDateDialog.tsx').then((module) => module.PersonDateDialog),
);
const waits = (entry: Entry): boolean => entry.record.kind === DATE_KIND && entry.state !== 'done';

/** Who may claim beyond the 90 days, and back to when (EXC-2). */
export function ExceptionalDatesPage(): ReactElement {
  const { timeZone } = useSession();
  const { person: named, edit } = useSearch({ strict: false }) as DateSearch;
  const navigate = useNavigate();
  const router = useRouter();
  const query = useQuery(readOptions(exceptionalDates));
  const entries = useEntries(waits);
  const [found, setFound] = useState<Person | null>(null);

  const open = (search: { person: string } | { edit: string }): void =>
    void navigate({
      to: '.',
      search: sharedSearch(search),
      resetScroll: false,
      state: (before) => ({ ...before, opened: true }),
    });
  const close = (): void => {
    if (router.state.location.state.opened) router.history.back();
    else void navigate({ to: '.', search: sharedSearch({}), replace: true });
  };
  const rows = query.data?.data ?? [];
  const entry = entries.find((each) => (edit === undefined ? each.record.id === named : each.id === edit));
  const whose = entry?.record.id ?? named;
  const same = (each: Person): boolean => each.email === whose;
  const shown =
    (entry && personOf(entry)) ??
    rows.find(same) ??
    (found && same(found) ? undated(found) : undefined) ??
    (query.data && named ? undated({ name: named, email: named, employeeCode: '' }) : undefined);
  // Those who get their first date stand on top until the server has it.
  const fresh = entries
    .filter((each) => !rows.some(({ email }) => email === each.record.id))
    .flatMap((each) => personOf(each) ?? []);
  return (
    <div className={styles.page}>
      <p className={styles.intro}>
        Claims may be 90 days old. With an exceptional date somebody may claim for every day from that date on.
      </p>
      <FindPerson
        onFound={(person) => {
          setFound(person);
          open({ person: person.email });
        }}
      />
      <h2 className={styles.heading}>With an exceptional date</h2>
      <Loaded query={query} what="The list">
        {() =>
          rows.length + fresh.length === 0 ? (
            <Empty title={MESSAGES.contentNotFound} hint="Nobody has an exceptional date. Find a person to set one." />
          ) : (
            <ul className={styles.cards}>
              {[...fresh, ...rows].map((each) => (
                <PersonRow
                  key={each.email}
                  person={each}
                  entry={entries.find(({ record }) => record.id === each.email)}
                  timeZone={timeZone}
                  onOpen={() => open({ person: each.email })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {shown ? (
        <PersonDateDialog key={`${shown.email} ${entry?.id ?? ''}`} person={shown} entry={entry} onClose={close} />
      ) : null}
    </div>
  );
}

function PersonRow({
  person,
  entry,
  timeZone,
  onOpen,
}: {
  person: PersonDate;
  entry: Entry | undefined;
  timeZone: string;
  onOpen: () => void;
}): ReactElement {
  const wanted = entry?.body['date'];
  const day = typeof wanted === 'number' ? toDay(wanted, timeZone) : null;
  const state = entry && entryBadge(entry);
  return (
    <li className={styles.card} aria-label={person.name} data-waiting={entry ? '' : undefined}>
      <p className={styles.who}>
        {person.name}
        <span>{`${person.employeeCode} · ${person.email}`}</span>
      </p>
      <p className={styles.date}>{(entry ? day && formatDay(day) : dayText(person.date, timeZone)) ?? 'None'}</p>
      <div className={styles.foot}>
        <Action
          small
          look="soft"
          aria-haspopup="dialog"
          aria-label={`Change the date of ${person.name}`}
          onClick={onOpen}
        >
          Change
        </Action>
        {state ? (
          <Tag tone={state.tone} icon={state.tone === 'bad' ? 'warning' : 'clock'}>
            {state.label}
          </Tag>
        ) : null}
        {entry?.refusal ? <p className={styles.bad}>{entry.refusal.message}</p> : null}
      </div>
    </li>
  );
}
