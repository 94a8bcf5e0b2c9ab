import { useState, type ReactElement } from 'react';
import type { AnyRecord } from '#contract/record.ts';
import { BillView } from '#files/BillView.tsx';
import { ofDocument } from '#files/source.ts';
import { Action } from '#ui/Action.tsx';
import { Empty } from '#ui/Notice.tsx';
import styles from './Record.module.css';

/** The bills of a claim, or the tickets of a trip, as large as the page allows. */
export function RecordBills({ record }: { record: AnyRecord }): ReactElement {
  const [at, setAt] = useState(0);
  const trip = record.kind === 'trip';
  const sources = (trip ? record.record.ticketUrl : record.record.billUrl).map(ofDocument);
  const source = sources[Math.min(at, sources.length - 1)];
  const word = trip ? 'Ticket' : 'Bill';
  if (!source)
    return (
      <Empty
        title={trip ? 'No tickets' : 'No bills'}
        hint={trip ? 'The admin adds them once the trip is booked.' : 'None was attached.'}
      />
    );
  return (
    <div className={styles.bills}>
      {sources.length > 1 ? (
        <div className={styles.choose}>
          {sources.map((each, index) => (
            <Action
              key={each.id}
              small
              aria-pressed={index === at}
              aria-label={`View ${word.toLowerCase()} ${index + 1}`}
              look={index === at ? 'primary' : 'plain'}
              onClick={() => setAt(index)}
            >
              {`${word} ${index + 1}`}
            </Action>
          ))}
        </div>
      ) : null}
      <section className={styles.bill} aria-label={source.name}>
        <h2>{source.name}</h2>
        <BillView key={source.id} source={source} />
      </section>
    </div>
  );
}
