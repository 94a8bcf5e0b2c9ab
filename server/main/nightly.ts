import { Cron } from 'croner';

/** Few people work then, and the mail of the morning has not gone out yet. */
const AT = '0 3 * * *';

/**
 * Runs `work` at three o'clock every night in this zone, whatever its clocks are set to and however long the server has
 * been running. Answers how to stop.
 */
export function startNightly(timeZone: string, work: () => void): () => void {
  const job = new Cron(AT, { timezone: timeZone, unref: true }, work);
  return () => job.stop();
}
