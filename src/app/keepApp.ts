import { setKept } from '#data/kept.ts';
import { sayOnce } from '#data/sayOnce.ts';

/** The parts of the browser's workers that count here. */
export interface Workers {
  controller: unknown;
  ready: Promise<{ active: { postMessage(message: unknown, transfer: Transferable[]): void } | null }>;
}

const ANSWER_WITHIN_MS = 5 * 60_000;
const AGAIN_MS = 30_000;
/** Between the worker's claim and the moment at which this page knows of it. */
const CLAIM_MS = 1_000;

/**
 * Has the worker keep what it has not kept yet. Answers whether everything is here now and the worker answers this
 * page.
 */
export async function keepAll(workers: Workers, within = ANSWER_WITHIN_MS): Promise<boolean> {
  const { active } = await workers.ready;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const kept = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => resolve(false), within);
    port1.onmessage = ({ data }: MessageEvent<{ type?: unknown; all?: unknown } | null>) => {
      clearTimeout(late);
      resolve(data?.type === 'KEPT' && data.all === true);
    };
    active.postMessage({ type: 'KEEP_APP' }, [port2]);
  });
  port1.close();
  if (kept && workers.controller === null) await new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
  return kept && workers.controller !== null;
}

/** Goes on until the whole app is kept, then says so once on this device (SW-4). */
export function keepApp(workers: Workers, say: (message: string) => void, again = AGAIN_MS): void {
  const look = async (): Promise<void> => {
    const all = await keepAll(workers).catch(() => false);
    setKept(all);
    if (all) await sayOnce('ready', () => say('Ready to work without network.'));
    else setTimeout(() => void look(), again);
  };
  void look();
}
