import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { ViewSwitch } from '#ui/ViewSwitch.tsx';
import { LOCAL_VIEWS, addressOfView, rememberLocalView, type LocalView } from './localViews.ts';

/** Chooses between the two views of one's local claims. Whose they are stays; filters and page are each view's own. */
export function LocalViewSwitch({ current }: { current: LocalView }): ReactElement {
  const navigate = useNavigate();
  const { findByEmail } = useSearch({ strict: false }) as { findByEmail?: string };
  useEffect(() => rememberLocalView(current), [current]);
  return (
    <ViewSwitch
      label="Kind of claims"
      views={LOCAL_VIEWS}
      current={current}
      onChoose={(view) => void navigate({ to: addressOfView(view), search: { page: 0, ...(findByEmail !== undefined && { findByEmail }) } as never })}
    />
  );
}
