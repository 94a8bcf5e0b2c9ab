/** That a code is on its way: a phone may drop this page while its owner looks into the mail. It ends with the tab. */
export interface SentCode {
  email: string;
  /** Epoch milliseconds when another may be asked for. */
  againAt: number;
  /** This browser's secret, without which the code is worth nothing (SES-23); absent where the server gave none. */
  request?: string | undefined;
}

const KEY = 'kharcha.code';

export function readSent(): SentCode | null {
  try {
    const { email, againAt, request } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Partial<SentCode>;
    return typeof email === 'string' && typeof againAt === 'number'
      ? { email, againAt, ...(typeof request === 'string' && { request }) }
      : null;
  } catch {
    return null;
  }
}

export function writeSent(sent: SentCode | null): void {
  try {
    if (sent) sessionStorage.setItem(KEY, JSON.stringify(sent));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A browser that stores nothing: then it is only known while the page lives.
  }
}
