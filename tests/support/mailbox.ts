import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Mailbox {
  /** `smtp://…`, for `SMTP_URL`. */
  url: string;
  /** What has arrived. */
  mails: { to: string; text: string }[];
  /** While true, no mail is taken. */
  refuses: boolean;
  close(): Promise<void>;
}

/** A mail server of one's own on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => void parts.push(part));
      stream.on('end', () => {
        if (box.refuses) return done(Object.assign(new Error('Not now'), { responseCode: 451 }));
        box.mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(parts).toString('utf8'),
        });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', resolve));
  const box: Mailbox = {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    mails: [],
    refuses: false,
    close: () =>
      new Promise((resolve) => {
        smtp.close(() => resolve());
      }),
  };
  return box;
}
