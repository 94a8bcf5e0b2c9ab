import type { ReactElement } from 'react';
import { CopyAction } from '#ui/CopyAction.tsx';
import styles from './Card.module.css';

export interface CardIdProps {
  id: string;
  /** Of the button, and what is said once it is copied. */
  name: string;
  copied: string;
  /** What it is, where there is room to say it. */
  word?: string;
}

/** A record's id on its card, with its copy button. A phone shows its end, which tells records apart. */
export const CardId = ({ id, name, copied, word }: CardIdProps): ReactElement => (
  <span className={styles.id}>
    {word === undefined ? null : <span className={styles.idWord}>{`${word}\u00a0`}</span>}
    <span className={styles.idText}>{id}</span>
    <CopyAction text={id} name={name} copied={copied} />
  </span>
);
