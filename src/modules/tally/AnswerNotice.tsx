import type { ReactElement } from 'react';
import type { TallyAnswered } from '#contract/tally.ts';
import { counted } from '#domain/tallyWords.ts';
import { IconAction } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './Batch.module.css';

/** What Tally's answer came to: how many it took, and what it says of those that it did not. */
export function AnswerNotice({ answered, onClose }: { answered: TallyAnswered; onClose: () => void }): ReactElement {
  const { posted, failed, unclear, problems } = answered;
  const parts = [
    `${counted(posted, 'voucher')} posted`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unclear > 0 ? [`${unclear} unclear`] : []),
  ];
  return (
    <section
      className={styles.answer}
      data-bad={failed + unclear > 0 ? '' : undefined}
      role="status"
      aria-label="Tally’s answer"
    >
      <Icon name={failed + unclear > 0 ? 'warning' : 'check'} />
      <div>
        <p>
          <strong>{`Tally’s answer: ${parts.join(', ')}.`}</strong>
          {unclear > 0
            ? ' It says nothing certain of the unclear ones: look them up in Tally and mark them by hand.'
            : ''}
        </p>
        {problems.length > 0 ? (
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <IconAction icon="close" name="Close Tally’s answer" onClick={onClose} />
    </section>
  );
}
