import type { ReactElement } from 'react';
import { Notice } from '#ui/Notice.tsx';

/** Why a change was not made; nothing while nothing is wrong. */
export const Failure = ({ text }: { text: string | undefined }): ReactElement | null =>
  text === undefined ? null : (
    <Notice tone="bad" icon="warning" role="alert">
      {text}
    </Notice>
  );
