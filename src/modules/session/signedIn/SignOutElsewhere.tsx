import type { ReactElement } from 'react';
import { endOtherSessions } from '#contract/calls/sessions.ts';
import { Action } from '#ui/Action.tsx';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { useEnding } from './useEnding.ts';

/** Ends every session but the one in use. */
export function SignOutElsewhere(): ReactElement {
  const { asking, failure, button, question } = useEnding(endOtherSessions, null, 'Signed out everywhere else.');
  return (
    <>
      <Action {...button}>Sign out everywhere else</Action>
      <Failure text={failure} />
      {asking ? (
        <Question
          title="Sign out everywhere else?"
          text="All other devices have to sign in again. What is not sent yet stays on them."
          yes="Sign out everywhere else"
          {...question}
        />
      ) : null}
    </>
  );
}
