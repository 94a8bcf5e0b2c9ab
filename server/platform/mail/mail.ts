import type { Env } from '#server/platform/settings/env.ts';

/** One mail to one person, in plain words. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for the same mail, no matter which process sends it. */
  id: string;
}

const TIMEOUT = 20_000;

/** Sends one mail; rejects when the mail server does not take it. */
export type Mailer = (mail: Mail) => Promise<void>;

/** The bare address that mail comes from and push services may write to. */
export const mailAddressOf = ({ mailFrom }: Pick<Env, 'mailFrom'>): string =>
  /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0] ?? 'kharcha@example.com';

/** What sends mail with these settings; null: none is sent. */
export const mailerOf = (env: Pick<Env, 'smtpUrl' | 'mailFrom'>): Mailer | null =>
  env.smtpUrl === null ? null : openMail(env.smtpUrl, env.mailFrom ?? `Kharcha <${mailAddressOf(env)}>`);

/** A transport to the mail server of `SMTP_URL`; the package is loaded with the first mail. */
export function openMail(smtpUrl: string, from: string): Mailer {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'kharcha';
  const opening = async () =>
    (await import('nodemailer')).default.createTransport({
      url: smtpUrl,
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  let transport: ReturnType<typeof opening> | undefined;
  return async ({ to, subject, text, id }) => {
    transport ??= opening();
    await (
      await transport
    ).sendMail({
      from,
      to,
      subject,
      text,
      messageId: `<${id}@${host}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  };
}
