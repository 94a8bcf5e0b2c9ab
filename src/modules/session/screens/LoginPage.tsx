import { useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactElement } from 'react';
import { demoAccounts } from '#contract/calls/platform.ts';
import { messageOf } from '#data/errors.ts';
import { inTime } from '#data/inTime.ts';
import { configOptions } from '#data/loadConfig.ts';
import { useOnline } from '#data/online.ts';
import { writtenFacts } from '#data/writtenFacts.ts';
import { readOptions } from '#data/query.ts';
import { SignInView } from '../SignInView.tsx';
import { takeTicket } from '../ticket.ts';
import { useSignIn } from '../useSignIn.ts';

/** The demo's people: at once as the server wrote them into the page, then renewed. */
function accountsOptions(demo: boolean) {
  const accounts = writtenFacts()?.accounts;
  return {
    ...readOptions(demoAccounts),
    enabled: demo,
    ...(accounts && { initialData: { success: true as const, data: accounts }, initialDataUpdatedAt: 0 }),
  };
}

/** What the page is drawn with: each of these would move what stands on it. */
export const firstFacts = (client: QueryClient): Promise<void> =>
  inTime(
    client
      .ensureQueryData(configOptions())
      .then(async ({ demo }) => (demo ? client.ensureQueryData(accountsOptions(demo)) : undefined)),
  );

/** Sign-in (SES-15). `rd` is where the person wanted to go. PDA-2: says what becomes of the position. */
export function LoginPage({ rd }: { rd: string | undefined }): ReactElement {
  const { data: config, error, refetch } = useQuery(configOptions());
  const { data: accounts } = useQuery(accountsOptions(config?.demo === true));
  const signIn = useSignIn(rd);
  const online = useOnline();
  const withTicket = useRef(signIn.withTicket);
  useEffect(() => {
    const ticket = takeTicket();
    if (ticket !== null) withTicket.current(ticket);
  }, []);
  return (
    <SignInView
      config={config}
      accounts={accounts?.data}
      signIn={signIn}
      online={online}
      failure={!config && error ? { why: messageOf(error), again: () => void refetch() } : null}
    />
  );
}
