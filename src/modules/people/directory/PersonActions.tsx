import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { listPeople, resetSignIn, returnPerson } from '#contract/calls/people.ts';
import { PERSON_STATUSES, ROLES } from '#contract/enums.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { call } from '#data/http.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { listOptions } from '#data/query.ts';
import { mayLoseOrgAdmin } from '#domain/directory.ts';
import { recordStyles } from '#modules/records/index.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { toast } from '#ui/toast.ts';
import { useAddressLayer } from '#ui/useAddressLayer.ts';
import { usePersonCall } from './usePersonCall.ts';

const PersonForm = lazyPart(async () => (await import('./PersonForm.tsx')).PersonForm);
const HeldAction = lazyPart(async () => (await import('./HeldAction.tsx')).HeldAction);
const LeaveDialog = lazyPart(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

/** Organisation admins at work. */
const ORG_ADMINS = {
  ROLE: [String(ROLES.indexOf('orgAdmin'))],
  PERSON_STATUS: [String(PERSON_STATUSES.indexOf('ACTIVE'))],
};

/** Why this person cannot leave now; undefined while nothing is known against it (ORG-5). */
function useWhyNotLeave({ roles, status }: DirectoryPerson): string | undefined {
  const is = status === 'ACTIVE' && roles.includes('orgAdmin');
  const { data } = useQuery({
    ...listOptions(listPeople, { list: { pageSize: 1, pageNumber: 0, filters: ORG_ADMINS } }),
    enabled: is,
  });
  if (!is || !data) return undefined;
  const may = mayLoseOrgAdmin({ roles, active: true }, data.total - 1);
  return may.ok ? undefined : may.message;
}

/** What can be done with a person: 'Edit', 'Leave' or 'Let back in'. */
export function PersonActions({ person }: { person: DirectoryPerson }): ReactElement {
  const online = useOnline();
  const layer = useAddressLayer('panel');
  const [asking, setAsking] = useState<'return' | 'reset' | null>(null);
  const { busy, failure, run } = usePersonCall(person);
  const whyNot = useWhyNotLeave(person);
  const left = person.status === 'LEFT';
  const button = (label: string, act: () => void, why = online ? undefined : NEEDS_NETWORK): ReactElement => (
    <Action
      aria-haspopup="dialog"
      busy={busy && label === 'Let back in'}
      refused={why}
      onClick={() => (why === undefined ? act() : toast.hint(why))}
    >
      {label}
    </Action>
  );
  const comeBack = async (): Promise<void> => {
    setAsking(null);
    if (await run('returns', (at) => call(returnPerson, at))) toast.success(`${person.name} can sign in again.`);
  };
  const reset = async (): Promise<void> => {
    setAsking(null);
    if (await run('reset', (at) => call(resetSignIn, at))) toast.success(`Sign-in of ${person.name} is reset.`);
  };
  return (
    <>
      <div className={recordStyles.actions}>
        {button('Edit', () => layer.open('edit'))}
        {left ? <HeldAction personId={person.personId} /> : null}
        {left ? null : button('Reset sign-in', () => setAsking('reset'))}
        {left
          ? button('Let back in', () => setAsking('return'))
          : button('Leave', () => layer.open('leave'), online ? whyNot : NEEDS_NETWORK)}
      </div>
      <Failure text={failure} />
      {layer.value === 'edit' ? <PersonForm person={person} onClose={layer.close} /> : null}
      {layer.value === 'leave' && !left ? <LeaveDialog person={person} onClose={layer.close} /> : null}
      {asking === 'reset' ? (
        <Question
          title={`Reset the sign-in of ${person.name}?`}
          text={
            `Whoever signs in next as ${person.email} is them from then on. Do this when their account at the ` +
            'provider was made anew, or when they sign in another way from now on.'
          }
          yes="Reset"
          onNo={() => setAsking(null)}
          onYes={() => void reset()}
        />
      ) : null}
      {asking === 'return' ? (
        <Question
          title={`Let ${person.name} back in?`}
          text="They can sign in again with the roles that they have here. What went to a successor stays there."
          yes="Let back in"
          look="primary"
          onNo={() => setAsking(null)}
          onYes={() => void comeBack()}
        />
      ) : null}
    </>
  );
}
