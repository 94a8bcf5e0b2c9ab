import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import type { AnyRecord } from '#contract/record.ts';
import { recordOptions } from '#data/record.ts';
import { useSession } from '#data/session.ts';
import { closestBills, comparedBills } from '#domain/billReading/compared.ts';
import { formatRupees } from '#domain/money.ts';
import { faceOf } from '#domain/recordFace.ts';
import { ofDocument } from '#files/source.ts';
import viewer from '#files/Viewer.module.css';
import decision from '#list/decision/Decision.module.css';
import { ShownBill } from '#list/decision/DecisionBills.tsx';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import styles from './Card.module.css';
import { Details } from './Details.tsx';
import { daysText } from './face.ts';

const billsOf = (any: AnyRecord) => (any.kind === 'trip' ? [] : any.record.billUrl);

/** A claim with one of its bills. */
function Side({ any, at, onShow }: { any: AnyRecord; at: number; onShow: (at: number) => void }): ReactElement {
  const { timeZone } = useSession();
  const title = useId();
  const face = faceOf(any, timeZone);
  const bills = billsOf(any);
  return (
    <section className={decision.bill} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        {`${any.record.employeeName}, ${formatRupees(face.amount ?? 0)}`}
      </h3>
      <p className={styles.line}>{`${face.title} · ${daysText(face)} · ${face.id}`}</p>
      {bills.length > 0 ? (
        <ShownBill sources={bills.map(ofDocument)} at={at} onShow={onShow} />
      ) : (
        <p className={styles.line}>This claim has no bill.</p>
      )}
    </section>
  );
}

function Pair({ one, other }: { one: AnyRecord; other: AnyRecord }): ReactElement {
  const [ones, others] = [billsOf(one), billsOf(other)];
  const [[here, there], setShown] = useState(() => closestBills(ones, others));
  const [bill, another] = [ones[here], others[there]];
  const { same, different } = bill && another ? comparedBills(bill, another) : { same: [], different: [] };
  return (
    <>
      {same.length + different.length > 0 ? (
        <Details
          items={[
            ['The same', same.join('\n')],
            ['Different', different.join('\n')],
          ]}
        />
      ) : (
        <p className={styles.line}>Too little was read off these bills to say what is the same.</p>
      )}
      <div className={decision.split} style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', paddingTop: 16 }}>
        <Side any={one} at={here} onShow={(at) => setShown([at, there])} />
        <Side any={other} at={there} onShow={(at) => setShown([here, at])} />
      </div>
    </>
  );
}

/** The bills of two claims beside each other, with what is the same of them and what differs (DOC-24). */
export function CompareBills({
  id,
  otherId,
  onClose,
}: {
  id: string;
  otherId: string;
  onClose: () => void;
}): ReactElement {
  const [one, other] = [useQuery(recordOptions(id)), useQuery(recordOptions(otherId))];
  const failed = [one, other].find(({ isError, data }) => isError && !data);
  return (
    <Dialog title="Compare bills" size={1240} onClose={onClose}>
      {failed ? (
        <div className={viewer.message} role="alert">
          <span>{`These claims could not be loaded. ${failed.error?.message ?? ''}`}</span>
          <Action icon="retry" onClick={() => void failed.refetch()}>
            Try again
          </Action>
        </div>
      ) : one.data && other.data ? (
        <Pair one={one.data.data.record} other={other.data.data.record} />
      ) : (
        <p className={viewer.message} role="status">
          Loading both claims…
        </p>
      )}
    </Dialog>
  );
}
