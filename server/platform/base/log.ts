import { pino, type Logger } from 'pino';

/**
 * The server's log: one JSON object a line on stderr, written before the call returns, so that the last words before
 * an end are not lost. A full disk or a closed pipe behind it stops the log, not the server (X45).
 */
export function openLog(level: string): Logger {
  const out = pino.destination({ dest: 2, sync: true });
  out.on('error', () => undefined);
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, out);
}
