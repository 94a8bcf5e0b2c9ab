import type { Answer, Api } from './api.ts';
import { hashOf } from './files.ts';

/** An upload in parts, request by request, as any tus client makes them. */
export const UPLOADS = '/api/v1/Common/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const begin = (api: Api, size: number, more: { name?: string; fingerPrint?: string } = {}): Promise<Answer> => {
  const metadata = [
    `filename ${base64(more.name ?? 'bill.pdf')}`,
    ...(more.fingerPrint === undefined ? [] : [`fingerPrint ${base64(more.fingerPrint)}`]),
  ].join(',');
  return api.send('POST', UPLOADS, null, { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata });
};
export const where = (api: Api, url: string): Promise<Answer> => api.send('HEAD', url, undefined, TUS);
export const offsetOf = (answer: Answer): number => Number(answer.headers.get('upload-offset') ?? Number.NaN);
export const part = (api: Api, url: string, offset: number, bytes: Uint8Array): Promise<Answer> =>
  api.send('PATCH', url, new Uint8Array(bytes), {
    ...TUS,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  });
export const drop = (api: Api, url: string): Promise<Answer> => api.send('DELETE', url, undefined, TUS);

/** Begins an upload; answers its address. */
export async function begun(api: Api, bytes: Uint8Array, name = 'bill.pdf'): Promise<string> {
  const answer = await begin(api, bytes.length, { name, fingerPrint: hashOf(bytes) });
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.headers.get('location') ?? '';
}

/** A whole upload in parts of this many bytes; the last answer. */
export async function inParts(api: Api, bytes: Uint8Array, size: number, name?: string): Promise<Answer> {
  const url = await begun(api, bytes, name);
  let answer = await where(api, url);
  for (let at = 0; at < bytes.length; at = offsetOf(answer)) {
    answer = await part(api, url, at, bytes.subarray(at, at + size));
    if (answer.status >= 300) return answer;
  }
  return answer;
}

/** Goes on with an upload from where it stands, and asks again when another request was quicker; the last answer. */
export async function goOn(api: Api, url: string, bytes: Uint8Array): Promise<Answer> {
  for (;;) {
    const at = offsetOf(await where(api, url));
    const answer = await part(api, url, at, bytes.subarray(at));
    if (answer.status !== 409) return answer;
  }
}
