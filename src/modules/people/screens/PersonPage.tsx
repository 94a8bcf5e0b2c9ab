import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { getPerson, personHistory } from '#contract/calls/people.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Details, HistoryRows } from '#modules/claims/index.ts';
import { recordStyles as styles } from '#modules/records/index.ts';
import { Box } from '#ui/Box.tsx';
import { momentText } from '#ui/moments.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { useNamePage } from '#ui/pageTitle.ts';
import { Tag } from '#ui/Tag.tsx';
import { PersonActions } from '../directory/PersonActions.tsx';
import { PersonLink } from '../directory/PeopleTable.tsx';
import { PersonSessions } from '../directory/PersonSessions.tsx';
import { Reports } from '../directory/Reports.tsx';
import { rolesText, SOURCE_WORDS, statusOf } from '../directory/words.ts';

const HoldsOn = lazyPart(async () => (await import('#modules/retention/HoldsOn.tsx')).HoldsOn);
const ErasePerson = lazyPart(async () => (await import('#modules/retention/ErasePerson.tsx')).ErasePerson);

/** One person of the directory: whole for organisation admins (ORG-1), to be read by the managers above (ORG-34). */
export function PersonPage(): ReactElement {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(readOptions(getPerson, { parts: { id } }));
  useNamePage(query.data?.data.name ?? null);
  return (
    <div className={styles.page}>
      <Loaded query={query} what="This person">
        {({ data }) => <Whole key={data.personId} person={data} />}
      </Loaded>
    </div>
  );
}

function Whole({ person }: { person: DirectoryPerson }): ReactElement {
  const { roles, timeZone } = useSession();
  const whole = roles.isOrgAdmin === true;
  const status = statusOf(person);
  return (
    <>
      <section className={styles.head} aria-label={person.name}>
        <div className={styles.what}>
          <div>
            <p className={styles.title}>{person.name}</p>
            <p className={`${styles.soft} ${styles.id}`}>{`${person.employeeCode} · ${person.email}`}</p>
            <div className={styles.tags}>
              <Tag tone={status.tone}>{status.text}</Tag>
              {person.roles.length > 0 ? <Tag tone="info">{rolesText(person.roles)}</Tag> : null}
            </div>
          </div>
        </div>
        {whole ? <PersonActions person={person} /> : null}
      </section>
      <div className={styles.columns}>
        <Box title="What the directory says">
          <Facts person={person} timeZone={timeZone} whole={whole} />
        </Box>
        <Box title={person.reports === 0 ? 'Who reports to them' : `Who reports to them (${person.reports})`}>
          <Reports person={person} />
        </Box>
      </div>
      {whole ? (
        <>
          <Box title="Where they are signed in">
            <PersonSessions person={person} />
          </Box>
          <HoldsOn subjectId={person.personId} />
          {person.status === 'LEFT' ? <ErasePerson personId={person.personId} name={person.name} /> : null}
          <Box title="History">
            <History person={person} timeZone={timeZone} />
          </Box>
        </>
      ) : null}
    </>
  );
}

interface OfPerson {
  person: DirectoryPerson;
  timeZone: string;
}

function History({ person, timeZone }: OfPerson): ReactElement {
  const history = useQuery(readOptions(personHistory, { parts: { id: person.personId } }));
  return (
    <Loaded query={history} what="The history">
      {({ data }) =>
        data.length === 0 ? (
          <p className={styles.soft}>Nothing has been changed here yet.</p>
        ) : (
          <HistoryRows rows={data} timeZone={timeZone} />
        )
      }
    </Loaded>
  );
}

function Facts({ person, timeZone, whole }: OfPerson & { whole: boolean }): ReactElement {
  const day = (millis: number | null): string | null => (millis === null ? null : formatDay(dayOf(millis, timeZone)));
  const { manager, lastSeenAt } = person;
  const { email } = useSession();
  // Whoever is above the manager who looks has no page for them.
  const opens = whole || person.email !== email;
  return (
    <Details
      items={[
        [
          'Manager',
          manager && opens ? (
            <PersonLink personId={manager.personId} name={manager.name} />
          ) : (
            (manager?.name ?? 'Nobody')
          ),
        ],
        ['Roles', rolesText(person.roles) || 'Employee'],
        ['Cost centre', person.costCentre],
        ['Grade', person.grade],
        ['Base location', person.baseLocation],
        ['Joined on', day(person.joinedOn)],
        ['Left on', day(person.leftOn)],
        ['Last seen', whole ? (lastSeenAt === null ? 'Not signed in' : momentText(lastSeenAt, timeZone)) : null],
        ['Source', whole ? SOURCE_WORDS[person.source] : null],
      ]}
    />
  );
}
