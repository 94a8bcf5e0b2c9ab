import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { recordEnquiries } from '#contract/calls/records.ts';
import type { SeenRecord } from '#contract/record.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { submit } from '#data/submit.ts';
import { parseQuestion } from '#domain/enquiry.ts';
import { faceOf } from '#domain/recordFace.ts';
import { detailAddress } from '#modules/claims/index.ts';
import { Action } from '#ui/Action.tsx';
import { Empty } from '#ui/Notice.tsx';
import { askCommand } from './enquiries.ts';
import styles from './Enquiries.module.css';
import { EnquiryCard } from './EnquiryCard.tsx';
import { Loaded } from '#list/Loaded.tsx';
import { useEnquiryItems } from './useEnquiryItems.ts';
import { WordsForm } from './WordsForm.tsx';

/** The questions about one record; an approver asks here, its owner answers here. */
export function RecordEnquiries({ seen }: { seen: SeenRecord }): ReactElement {
  const { timeZone } = useSession();
  const router = useRouter();
  const { ask, edit } = useSearch({ strict: false }) as { ask?: 1; edit?: string };
  const face = faceOf(seen.record, timeZone);
  const here = detailAddress(face.id, 'enquiries');
  const query = useQuery(readOptions(recordEnquiries, { parts: { id: face.id } }));
  const items = useEnquiryItems({ rows: query.data?.data, asOf: query.dataUpdatedAt, about: face.id });
  const draftKey = `question/${face.id}`;
  return (
    <div className={styles.page}>
      {seen.mayAsk && ask === 1 ? (
        <div className={styles.card}>
          <WordsForm
            label="Question"
            button="Send question"
            start=""
            hint={
              `${seen.record.record.employeeName} sees it and answers. Everybody who may see this request can read ` +
              'both.'
            }
            draftKey={draftKey}
            parse={(question) => parseQuestion({ question })}
            store={(question, draft) => submit(askCommand(face, question, draft))}
            onClose={() => router.history.replace(here)}
          />
        </div>
      ) : null}
      {seen.mayAsk && ask !== 1 && items.length > 0 ? (
        <div className={styles.actions}>
          <Action look="primary" onClick={() => router.history.replace(`${here}?ask=1`)}>
            Ask a question
          </Action>
        </div>
      ) : null}
      <Loaded query={query} what="The enquiries">
        {() => (
          <>
            {items.length > 0 ? (
              <ul className={styles.cards}>
                {items.map((item) => (
                  <EnquiryCard
                    key={item.key}
                    item={item}
                    withAbout={false}
                    edit={edit !== undefined && item.entry?.id === edit}
                  />
                ))}
              </ul>
            ) : ask === 1 ? null : (
              <Empty
                title="No questions"
                hint={
                  seen.mayAsk
                    ? 'Is something unclear? Ask the person who raised it; the answer stays with the request.'
                    : 'Questions that approvers ask about this request appear here.'
                }
              >
                {seen.mayAsk ? (
                  <Action look="primary" onClick={() => router.history.replace(`${here}?ask=1`)}>
                    Ask a question
                  </Action>
                ) : null}
              </Empty>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
