import { useEffect, useState, type ReactElement } from 'react';
import { currentSession, subscribeSession } from '#data/sessionStore.ts';
import { onSignInAgain } from '#data/signInAgain.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

const SignInAgain = lazyPart(async () => (await import('#modules/session/SignInAgain.tsx')).SignInAgain);

interface Question {
  why: string;
  answer: (signedIn: boolean) => void;
}

/** Wherever a call wants a more recent sign-in, one dialog asks for it (SES-45). */
export function AskedAgain(): ReactElement | null {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    let pending: Question['answer'] | undefined;
    const stop = onSignInAgain(
      (why) =>
        new Promise((answered) => {
          const answer = (signedIn: boolean): void => {
            setQuestion(null);
            answered(signedIn);
          };
          pending = answer;
          setQuestion({ why, answer });
        }),
    );
    return () => {
      stop();
      pending?.(false);
    };
  }, []);
  // Who has been signed out meanwhile has nothing to confirm.
  useEffect(
    () =>
      subscribeSession(() => {
        if (currentSession() === null) question?.answer(false);
      }),
    [question],
  );
  return question ? <SignInAgain why={question.why} onDone={question.answer} /> : null;
}
