// Runs in every measured page before its own scripts: paints, long tasks, layout shifts, interactions, and the
// moment at which the selector first matches something visible (stamped after the next frame).
(() => {
  if (window !== window.top || window.__perf) return;
  const seen = (window.__perf = { fcp: null, longTasks: [], cls: 0, interactions: {}, foundAt: null, shownAt: null });
  const observe = (type, take, extra = {}) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...extra });
    } catch {
      // This browser does not report that kind.
    }
  };
  observe('paint', (e) => {
    if (e.name === 'first-contentful-paint') seen.fcp = e.startTime;
  });
  observe('longtask', (e) => seen.longTasks.push([e.startTime, e.duration]));
  observe('layout-shift', (e) => {
    if (!e.hadRecentInput) seen.cls += e.value;
  });
  observe(
    'event',
    (e) => {
      if (e.interactionId)
        seen.interactions[e.interactionId] = Math.max(seen.interactions[e.interactionId] ?? 0, e.duration);
    },
    { durationThreshold: 16 },
  );
  const selector = window.__perfSelector;
  if (!selector) return;
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 0 && box.height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const look = () => {
    if (seen.shownAt !== null) return;
    if ([...document.querySelectorAll(selector)].some(visible)) {
      seen.foundAt = performance.now();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          seen.shownAt ??= performance.now();
        };
        channel.port2.postMessage(0);
      });
    } else requestAnimationFrame(look);
  };
  look();
})();
