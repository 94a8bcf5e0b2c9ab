import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { PictureOf } from '#claims/pictures/PictureOf.tsx';
import styles from '#claims/pictures/Picture.module.css';
import { SpendPicture } from '#claims/pictures/SpendPicture.tsx';
import { sumTeamSpend } from '#contract/calls/spend.ts';
import { readOptions } from '#data/query.ts';

/** What a manager approved of the team's claims: by month, by type, and as a table (SPEND-1, SPEND-3). */
export function TeamSpend(): ReactElement {
  const query = useQuery(readOptions(sumTeamSpend));
  return (
    <PictureOf query={query}>
      {({ data }) => (
        <div className={styles.card}>
          {data.rows.length === 0 ? (
            <p className={styles.empty}>
              Nothing was approved in the last six months. What you approve will be drawn here, by type and month.
            </p>
          ) : (
            <SpendPicture name="What your team spends" spend={data} />
          )}
        </div>
      )}
    </PictureOf>
  );
}
