export const TIME_ZONE = 'Asia/Kolkata';
export const DAY = 86_400_000;
/** The 20th: the finance screens' cut-off, the 10th, lies behind. */
export const NOW = Date.parse('2026-07-20T12:00:00+05:30');
export const CUT_OFF = Date.parse('2026-07-10T23:59:59.999+05:30');
