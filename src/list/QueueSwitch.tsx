import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ViewSwitch, type View } from '#ui/ViewSwitch.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import type { Delegator } from './owner.ts';

export interface QueueSwitchProps {
  /** The signed-in person; null when there is no queue of the own. */
  own: string | null;
  others: readonly Delegator[];
  /** Whose is shown. */
  shown: string;
}

/**
 * Chooses between one's own queue and those of the people one stands in for (DEL-11). Filters and page are each queue's
 * own.
 */
export function QueueSwitch({ own, others, shown }: QueueSwitchProps): ReactElement | null {
  const navigate = useNavigate();
  const views: View<string>[] = [
    ...(own === null ? [] : [{ name: own, label: 'My queue' }]),
    ...others.map(({ email, name }) => ({ name: email, label: `For ${name}` })),
  ];
  if (views.length < 2) return null;
  const current = views.find(({ name }) => name.toLowerCase() === shown.toLowerCase())?.name ?? shown;
  return (
    <ViewSwitch
      label="Whose queue"
      views={views}
      current={current}
      onChoose={(email) =>
        void navigate({ to: '.', search: sharedSearch(email === own ? { page: 0 } : { page: 0, findByEmail: email }) })
      }
    />
  );
}
