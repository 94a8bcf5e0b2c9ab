import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { ViewSwitch } from '#ui/ViewSwitch.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from './Card.module.css';
import { LOCAL_VIEWS, addressOfView, rememberLocalView, type LocalPage, type LocalView } from './localViews.ts';

/** Chooses between the two views of local claims. Whose they are stays; filters and page are each view's own. */
export function LocalViewSwitch({ page, current }: { page: LocalPage; current: LocalView }): ReactElement {
  const navigate = useNavigate();
  const { findByEmail } = useSearch({ strict: false }) as { findByEmail?: string };
  useEffect(() => rememberLocalView(page, current), [page, current]);
  return (
    <div className={styles.views}>
      <ViewSwitch
        label="Kind of claims"
        views={LOCAL_VIEWS}
        current={current}
        onChoose={(view) =>
          void navigate({
            to: addressOfView(page, view),
            search: sharedSearch({ page: 0, ...(findByEmail !== undefined && { findByEmail }) }),
          })
        }
      />
    </div>
  );
}

/** The choice as what stands beside a list's filter. */
export const localViewTools = (page: LocalPage, current: LocalView): (() => ReactElement) =>
  function Tools() {
    return <LocalViewSwitch page={page} current={current} />;
  };
