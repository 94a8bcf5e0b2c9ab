import { useEffect, useEffectEvent, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { Leave } from '#domain/billReading/leave.ts';
import { fetchEngine } from '#files/reading/engineFiles.ts';
import { forgetInterruption, leaveNow } from '#files/reading/photoReading.ts';
import { Action } from '#ui/Action.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import styles from './Suggestions.module.css';

/** What is fetched once, as it comes over the network. */
const SIZE = '18 MB';

type State = Leave | 'looking' | 'fetching' | 'failed' | 'ready';

interface Offer {
  text: string;
  word: string;
}

function offerOf(state: State): Offer | null {
  const device = deviceWord();
  switch (state) {
    case 'ask':
      return {
        text: `Amount, date and merchant can be read off the bill. Fetch ${SIZE} once; nothing leaves your ${device}.`,
        word: `Read bills on this ${device}`,
      };
    case 'ask again':
      return {
        text: `Photos are not read on this ${device}: the app ended while one was being read.`,
        word: 'Try again',
      };
    case 'failed':
      return { text: 'What reads bills could not be fetched.', word: 'Try again' };
    case 'read':
    case 'never':
    case 'looking':
    case 'fetching':
    case 'ready':
      return null;
  }
}

export interface PhotoLeaveProps {
  children: ReactNode;
  /** Whether photos are not read, now or at all. */
  onIdle: (isIdle: boolean) => void;
}

/**
 * Shows `children`, which read photos, once this device may and can (READ-11): what that needs is fetched at the first
 * photo where it costs nothing, else when the person asks for it. Leaving the form ends the fetching: what the form
 * sends goes first.
 */
export function PhotoLeave({ children, onIdle }: PhotoLeaveProps): ReactElement | null {
  const [state, setState] = useState<State>('looking');
  const [share, setShare] = useState(0);
  const fetching = useRef<AbortController>(null);

  const start = async (): Promise<void> => {
    const own = new AbortController();
    fetching.current = own;
    setState('fetching');
    try {
      await fetchEngine(own.signal, setShare);
      setState('ready');
    } catch {
      setState(own.signal.aborted ? 'ask' : 'failed');
    }
  };
  const begin = useEffectEvent(start);
  useEffect(() => {
    let gone = false;
    void leaveNow().then((leave) => {
      if (gone) return;
      if (leave === 'read') void begin();
      else setState(leave);
    });
    return () => {
      gone = true;
      fetching.current?.abort();
    };
  }, []);

  const offer = offerOf(state);
  const isIdle = offer !== null || state === 'never';
  const tell = useEffectEvent(onIdle);
  useEffect(() => tell(isIdle), [isIdle]);

  if (state === 'ready') return <>{children}</>;
  if (state === 'fetching')
    return share === 0 ? null : (
      <div className={styles.reader}>
        <p>{`Fetching what reads bills: ${Math.floor(share * 100)} %`}</p>
        <Action small onClick={() => fetching.current?.abort()}>
          Stop fetching
        </Action>
      </div>
    );
  return offer ? (
    <div className={styles.reader}>
      <p role="status">{offer.text}</p>
      <Action
        small
        onClick={() => {
          forgetInterruption();
          void start();
        }}
      >
        {offer.word}
      </Action>
    </div>
  ) : null;
}
