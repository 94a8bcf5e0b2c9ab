/** Whether this page was opened, and not loaded again or gone back to: those have a place to scroll to. */
export function openedAnew(): boolean {
  const [entry] = typeof performance.getEntriesByType === 'function' ? performance.getEntriesByType('navigation') : [];
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate';
}
