import type { ReactElement } from 'react';
import { CopiedText } from '#ui/CopiedText.tsx';
import styles from './Provisioning.module.css';

/** What is shown this once: it is kept nowhere, on the device neither. `noun`: what is copied, such as 'token'. */
export const MadeSecret = ({ text, secret, noun }: { text: string; secret: string; noun: string }): ReactElement => (
  <div className={styles.made} role="status">
    <p>{text}</p>
    <CopiedText text={secret} name={`Copy the ${noun}`} copied={`The ${noun} is copied.`} />
  </div>
);
