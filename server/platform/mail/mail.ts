/** One mail to one person, in plain words. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same for the same mail, no matter which process sends it. */
  id: string;
}

const TIMEOUT = 20_000;

/** A transport to the mail server of `SMTP_URL`; the package is loaded with the first mail. */
export function openMail(smtpUrl: string, from: string): (mail: Mail) => Promise<void> {
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
