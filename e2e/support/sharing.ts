import type { BrowserContext } from '@playwright/test';
import type { Bill } from './bills.ts';

/**
 * Another app shares, with no page of this one open: the worker is handed what the share sheet posts. Answers where
 * each share leads, in their order.
 */
export async function shareToWorker(context: BrowserContext, shares: readonly (readonly Bill[])[]): Promise<string[]> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const files = shares.map((bills) =>
    bills.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  );
  return worker.evaluate(async (all) => {
    const scope = globalThis as unknown as EventTarget & { location: Location };
    const places: string[] = [];
    for (const bills of all) {
      const body = new FormData();
      for (const { name, mimeType, base64 } of bills) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        body.append('bills', new File([bytes], name, { type: mimeType }));
      }
      const request = new Request('/share-target', { method: 'POST', body });
      const { FetchEvent: Made } = globalThis as unknown as { FetchEvent: new (type: string, init: object) => Event };
      const event = new Made('fetch', { request });
      let answer: Promise<Response> | undefined;
      Object.assign(event, { respondWith: (response: Promise<Response>) => (answer = response) });
      scope.dispatchEvent(event);
      if (!answer) throw new Error('The worker does not answer.');
      places.push(
        new URL((await (answer as Promise<Response>)).headers.get('location') ?? '/none', scope.location.origin)
          .pathname,
      );
    }
    return places;
  }, files);
}
