import type { ReactElement } from 'react';
import { getHeldOnMe } from '#contract/calls/held.ts';
import { SaveAction } from '#modules/claims/index.ts';
import styles from './SignedIn.module.css';

/** Everything that is held on one, as a file, and what becomes of it (PDA-1, PDA-3). */
export const HeldOnMe = (): ReactElement => (
  <section className={styles.card} aria-label="What is held on you">
    <p className={styles.device}>What is held on you</p>
    <p className={styles.when}>
      Your account, requests, claims, bills, sessions and what the log says of you, as one ZIP of JSON files and bills.
      Where you are is sent with your requests and not kept.
    </p>
    <p className={styles.when}>
      Ask an organisation admin to correct your account; requests and claims you change yourself. Where your
      organisation has switched it on, places in your pictures and old sessions go by themselves. Once you have left,
      ask an organisation admin to erase what may go: claims, travel requests and bills belong to the accounts and are
      not erased on request; they stay with your name until law lets them go.
    </p>
    <div>
      <SaveAction endpoint={getHeldOnMe} label="Download everything" name="everything-held.zip" />
    </div>
  </section>
);
