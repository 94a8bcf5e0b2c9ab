import type { Webhook, WebhookEvent } from '#contract/webhook.ts';
import { momentText } from '#ui/moments.ts';
import type { Tone } from '#ui/Tag.tsx';

/** 'Claim decided' */
export const eventWords = (event: WebhookEvent): string => {
  const words = event.replace('.', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** How a receiver is doing. */
export function stateOf({ off, lastFailureAt, lastSuccessAt }: Webhook): { tone: Tone; text: string } {
  if (off === 'GONE') return { tone: 'bad', text: 'Off: it is gone' };
  if (off === 'FAILING') return { tone: 'bad', text: 'Off: it failed for days' };
  if (off !== null) return { tone: 'plain', text: 'Off' };
  return lastFailureAt !== null && lastFailureAt > (lastSuccessAt ?? 0)
    ? { tone: 'wait', text: 'Failing' }
    : { tone: 'good', text: 'On' };
}

/** 'Last taken 15-07-2026 11:00 · 3 wait · 1 failed' */
export function historyOf({ lastSuccessAt, waiting, failed }: Webhook, timeZone: string): string {
  return [
    lastSuccessAt === null ? 'Nothing taken yet' : `Last taken ${momentText(lastSuccessAt, timeZone)}`,
    ...(waiting > 0 ? [`${waiting.toLocaleString('en-IN')} ${waiting === 1 ? 'waits' : 'wait'}`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-IN')} failed`] : []),
  ].join(' · ');
}
