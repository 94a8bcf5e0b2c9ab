import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { getTallyBatch, listTallyVouchers, tallyBatchHistory } from '#contract/calls/tally.ts';
import type { TallyAnswered, TallyBatch, TallyVoucher } from '#contract/tally.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { tallyCan } from '#domain/tally.ts';
import { HistoryRows } from '#modules/claims/index.ts';
import { Loaded } from '#list/Loaded.tsx';
import { useSelection } from '#list/selection.ts';
import { Icon } from '#ui/Icon.tsx';
import { BATCHES, VOUCHER_FILTERS } from '../addresses.ts';
import { AnswerNotice, BatchHead } from '../BatchHead.tsx';
import styles from '../Batch.module.css';
import page from '../Tally.module.css';
import { Table, type Choosing } from '#ui/Table.tsx';
import { TallyFrame } from '../TallyFrame.tsx';
import { useRoom } from '#ui/useRoom.ts';
import { useTallyCall, useTallyList, type TallyCall } from '../useTally.ts';
import { BatchTotal, VoucherCard, voucherColumns, voucherNote } from '../voucherRows.tsx';
import { VoucherBar } from '../VoucherBar.tsx';

const idOf = ({ expenseId }: TallyVoucher): string => expenseId;
const NO_ROWS: readonly TallyVoucher[] = [];

/** One batch: its vouchers, what Tally said of them, and what is to be done (TALLY-3). */
export function TallyBatchPage(): ReactElement {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(readOptions(getTallyBatch, { parts: { id } }));
  return (
    <div className={page.page}>
      <p className={styles.back}>
        <Link to={BATCHES} className={page.opens}>
          <Icon name="back" size={18} />
          View Tally
        </Link>
      </p>
      <Loaded query={query} what="This batch">
        {({ data }) => <Batch key={data.batchId} batch={data} />}
      </Loaded>
    </div>
  );
}

function Batch({ batch }: { batch: TallyBatch }): ReactElement {
  const { timeZone } = useSession();
  const calls = useTallyCall();
  const [answered, setAnswered] = useState<TallyAnswered | null>(null);
  return (
    <>
      <BatchHead batch={batch} calls={calls} timeZone={timeZone} onAnswered={setAnswered} />
      {answered ? <AnswerNotice answered={answered} onClose={() => setAnswered(null)} /> : null}
      <section className={styles.section} aria-label="Vouchers">
        <Vouchers batch={batch} calls={calls} timeZone={timeZone} />
      </section>
      <section className={styles.section} aria-labelledby="history">
        <h2 id="history" className={styles.heading}>
          History
        </h2>
        <History id={batch.batchId} timeZone={timeZone} />
      </section>
    </>
  );
}

function Vouchers({ batch, calls, timeZone }: { batch: TallyBatch; calls: TallyCall; timeZone: string }): ReactElement {
  const room = useRoom();
  const list = useTallyList(listTallyVouchers, VOUCHER_FILTERS, { id: batch.batchId });
  const rows = list.answer?.rows ?? NO_ROWS;
  const selectable = list.before
    ? []
    : rows.filter((row) => row.mayRelease || (batch.mayMark && tallyCan.mark(row.status).ok));
  const ids = selectable.map(idOf).join(' ');
  const { page: at, sort } = list.address.search;
  const selection = useSelection(useStable(ids), JSON.stringify([list.filters, at, sort]));
  const acts = batch.mayMark || batch.mayRelease;
  const choosing: Choosing | undefined = acts
    ? { has: selection.has, set: selection.set, all: selection.all, of: selectable.map(idOf), chosen: selection.chosen }
    : undefined;
  const columns = voucherColumns(timeZone);
  return (
    <TallyFrame
      list={list}
      uses={VOUCHER_FILTERS}
      title="Vouchers"
      emptyHint="Every claim of this batch has been taken out of it."
      bar={
        choosing ? (
          <VoucherBar
            batch={batch}
            calls={calls}
            rows={rows}
            choosing={choosing}
            room={room}
            filtered={Object.keys(list.address.texts).length > 0}
            onDone={selection.clear}
          />
        ) : undefined
      }
    >
      {(shown) =>
        room ? (
          <Table
            caption="Vouchers"
            columns={columns}
            rows={shown}
            idOf={idOf}
            choosing={choosing}
            below={voucherNote}
            busy={list.before}
            foot={<BatchTotal batch={batch} before={choosing ? 4 : 3} />}
          />
        ) : (
          <>
            <ul className={page.cards} aria-busy={list.before || undefined}>
              {shown.map((row) => (
                <VoucherCard key={row.expenseId} row={row} timeZone={timeZone} choosing={choosing} />
              ))}
            </ul>
            <BatchTotal batch={batch} />
          </>
        )
      }
    </TallyFrame>
  );
}

/** The same ids are the same list, so that what is chosen stays chosen. */
function useStable(ids: string): readonly string[] {
  const [kept, setKept] = useState({ ids, list: split(ids) });
  if (kept.ids === ids) return kept.list;
  const next = { ids, list: split(ids) };
  setKept(next);
  return next.list;
}
const split = (ids: string): readonly string[] => (ids === '' ? [] : ids.split(' '));

function History({ id, timeZone }: { id: string; timeZone: string }): ReactElement {
  const query = useQuery(readOptions(tallyBatchHistory, { parts: { id } }));
  return (
    <Loaded query={query} what="The history">
      {({ data }) =>
        data.length === 0 ? (
          <p className={page.soft}>No history yet.</p>
        ) : (
          <HistoryRows rows={data} timeZone={timeZone} />
        )
      }
    </Loaded>
  );
}
