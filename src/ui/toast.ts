/** Short notes about what happened. A good one goes by itself, a bad one stays until it is read. */
export interface Toast {
  id: number;
  tone: 'good' | 'bad';
  text: string;
}

const SHOWN_MS = 5_000;
const MAX_COUNT = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(tone: Toast['tone'], text: string, passing = tone === 'good'): void {
  lastId += 1;
  const id = lastId;
  // The same message twice is one toast: it moves to the end instead of stacking up.
  set([...toasts.filter((toast) => toast.text !== text || toast.tone !== tone), { id, tone, text }].slice(-MAX_COUNT));
  if (passing) setTimeout(() => closeToast(id), SHOWN_MS);
}

export const toast = {
  success: (text: string): void => show('good', text),
  error: (text: string): void => show('bad', text),
  /** Something is wrong that the screen itself shows beside the fields: this note goes by itself. */
  hint: (text: string): void => show('bad', text, true),
};

export function closeToast(id: number): void {
  if (toasts.some((entry) => entry.id === id)) set(toasts.filter((entry) => entry.id !== id));
}

export const closeToasts = (): void => set([]);

export const currentToasts = (): readonly Toast[] => toasts;
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
