import type { ReactElement } from 'react';
import { MESSAGES } from '#contract/error.ts';
import type { ListAnswer } from '#data/query.ts';
import { formatCount } from '#domain/money.ts';
import { Empty } from '#ui/Notice.tsx';

interface ListEmptyProps {
  answer: Pick<ListAnswer<unknown>, 'total' | 'from' | 'rows'>;
  /** From 0. */
  page: number;
  pageSize: number;
  filtered: boolean;
  /** What to do when the list has nothing. */
  hint: string;
}

/**
 * Says why a page of a list has no rows, with what to do next (LIST-8): nothing is found, the page is behind the last,
 * this device has kept other pages alone, or all rows of this one are being decided and more follow them.
 */
export function ListEmpty({ answer, page, pageSize, filtered, hint }: ListEmptyProps): ReactElement {
  // Rows that are being decided leave the page that they are counted on.
  if (answer.total > 0 && page * pageSize >= answer.total) {
    return answer.from === 'device' ? (
      <Empty title="This page is not on this device" hint="It is shown as soon as there is a connection." />
    ) : (
      <Empty
        title={MESSAGES.contentNotFound}
        hint={`The list ends on page ${formatCount(Math.ceil(answer.total / pageSize))}.`}
      />
    );
  }
  if (answer.rows.length > 0 && answer.total > answer.rows.length)
    return <Empty title="All on this page are decided" hint="The list goes on once your decisions are sent." />;
  return <Empty title={MESSAGES.contentNotFound} hint={filtered ? `Nothing matches these filters. ${hint}` : hint} />;
}
