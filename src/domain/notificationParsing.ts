import {
  notificationChoices,
  pushDevice,
  readBody,
  type NotificationChoices,
  type PushDevice,
} from '#contract/notification.ts';
import { invalid, type ParseResult } from './verdict.ts';

/** What a person sends about notifications, read and judged. */

const MAX_ADDRESS = 2_000;
/** An uncompressed point of P-256 and 16 bytes, as browsers write them. */
const POINT = /^B[A-Za-z0-9_-]{86}=?$/;
const SECRET = /^[A-Za-z0-9_-]{22}={0,2}$/;

/** `until`, a moment, or `record`, an id: one of both. */
export function parseReadScope(body: unknown): ParseResult<{ until: number } | { record: string }> {
  const read = readBody.safeParse(body);
  if (!read.success || (read.data.until === undefined) === (read.data.record === undefined))
    return invalid({ until: 'Please say up to when' });
  return {
    ok: true,
    value: read.data.until === undefined ? { record: read.data.record ?? '' } : { until: read.data.until },
  };
}

export function parseChoices(body: unknown): ParseResult<NotificationChoices> {
  const read = notificationChoices.safeParse(body);
  return read.success
    ? { ok: true, value: read.data }
    : invalid({ pushText: 'Please choose what a notification says' });
}

/** Names of this machine and of networks that nobody outside reaches: no push service goes by one (NOTE-12). */
function isInside(host: string): boolean {
  return (
    !host.includes('.') ||
    host.startsWith('[') ||
    /^[\d.]+$/.test(host) ||
    /\.(?:local|localhost|internal|lan|home|intranet|corp|arpa|test|invalid|onion)\.?$/i.test(host)
  );
}

/** Where pushes of a device go: https and a public name (NOTE-12). `anywhere` is for trying it on one machine. */
export function parseDevice(body: unknown, anywhere = false): ParseResult<PushDevice> {
  const read = pushDevice.safeParse(body);
  const bad = invalid({ endpoint: 'This is not the address of a push service' });
  if (!read.success || read.data.endpoint.length > MAX_ADDRESS) return bad;
  if (!POINT.test(read.data.keys.p256dh) || !SECRET.test(read.data.keys.auth))
    return invalid({ keys: 'These are not the keys of a device' });
  let url: URL;
  try {
    url = new URL(read.data.endpoint);
  } catch {
    return bad;
  }
  if (url.username !== '' || url.password !== '') return bad;
  if (!anywhere && (url.protocol !== 'https:' || isInside(url.hostname) || (url.port !== '' && url.port !== '443')))
    return bad;
  return { ok: true, value: read.data };
}
