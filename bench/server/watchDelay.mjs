// Loaded in front of a measured server: answers 'delay' with the 99th percentile of the main thread's delay since it was last asked.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION = 1;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
histogram.enable();
process.on('message', (word) => {
  if (word !== 'delay') return;
  process.send?.(Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION));
  histogram.reset();
});
// The channel alone keeps no server from ending.
process.channel?.unref();
