// Loaded in front of a measured server: answers 'delay' with the 99th percentile of the main thread's delay since it
// was last asked, and 'memory' with the most bytes that the process held since then.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
histogram.enable();
const LOOK_EVERY = 20;
let most = 0;
let watching;
process.on('message', (word) => {
  if (word === 'memory') {
    const now = process.memoryUsage.rss();
    process.send?.(Math.max(most, now));
    most = now;
    watching ??= setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_EVERY).unref();
    return;
  }
  if (word !== 'delay') return;
  process.send?.(Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION));
  histogram.reset();
});
// The channel alone keeps no server from ending.
process.channel?.unref();
