import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countInbox, inboxChannel } from '#outbox/inboxCount.ts';
import { requirePerson } from './person.ts';
import { lastSession } from './sessionStore.ts';

/** Of whom it is: nothing of one person is shown to the next. */
const keyOf = (what: string): string[] => [what, lastSession()?.email ?? ''];

/** A read of this person's inbox, made anew whenever a tab or the worker has changed it. */
export function useOfInbox<T>(what: string, read: () => Promise<T>) {
  const query = useQuery({
    queryKey: keyOf(what),
    queryFn: read,
    enabled: lastSession() !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  const { refetch } = query;
  useEffect(() => {
    const channel = inboxChannel();
    const stop = channel.listen(() => void refetch());
    return () => {
      stop();
      channel.close();
    };
  }, [refetch]);
  return query;
}

/** How many bills are in the inbox of the signed-in person; 0 until it is known. */
export const useInboxCount = (): number =>
  useOfInbox('inbox count', async () => countInbox((await requirePerson()).store)).data ?? 0;
