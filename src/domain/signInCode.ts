import { MAX_EMAIL, SIGN_IN_CODE } from '#contract/limits.ts';
import { isEmail, isOtp } from './patterns.ts';

/** Sign-in by a code that comes by mail (SES-20). */

export const EMAIL_MESSAGE = 'Enter your e-mail address.';
export const CODE_MESSAGE = `Enter the ${SIGN_IN_CODE.digits} digits from the mail.`;
/**
 * Said of every code that does not open a session: wrong, used, expired, tried too often, of somebody else, of nobody.
 */
export const WRONG_CODE = 'This code is wrong or has expired. Check it, or send a new one.';

/** Said to a page of a build that does not yet send back what binds a code to its browser (SES-23). */
export const OLD_PAGE = 'This page is older than the server. Reload it, then send a new code.';

/** An address as the directory holds it, in lower case; null for what cannot be one. */
export function parseEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase();
  return email.length <= MAX_EMAIL && isEmail(email) ? email : null;
}

/** The digits of a code as it was typed or pasted, with spaces or without; null for what cannot be one. */
export function parseCode(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '');
  return isOtp(digits) ? digits : null;
}

/** The mail that brings a code, in plain words. A subject shows on a locked screen, so it says nothing of the code. */
export const codeMail = (name: string, code: string): { subject: string; text: string } => ({
  subject: 'Sign in to Kharcha',
  text:
    `Hello ${name},\n\n${code}\n\nEnter this code on the page where you asked for it. It is good for ` +
    `${SIGN_IN_CODE.minutes} minutes, works once, and works nowhere else.\n\nYou did not ask for it? Then ` +
    'somebody has typed your address. Nobody can sign in without this code: give it to nobody.\n',
});
