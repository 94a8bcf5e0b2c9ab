import { ApiError } from './errors.ts';

/** Calls that want a more recent sign-in than this session's (SES-45). */

/** Asks the signed-in person to sign in again, in the server's words; answers whether they did. */
type Ask = (why: string) => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | undefined;

/** Who asks: the frame around every screen. */
export function onSignInAgain(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/**
 * Makes a call. Where the server wants a more recent sign-in for it, the person is asked for one, once for all that
 * want it at that time, and the call is made again. Throws what the call throws; its refusal, where the person did not.
 */
export async function withRecentSignIn<Result>(make: () => Promise<Result>): Promise<Result> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SIGN_IN_AGAIN' || !ask) throw error;
    asking ??= ask(error.message).finally(() => (asking = undefined));
    if (!(await asking)) throw error;
    return make();
  }
}
