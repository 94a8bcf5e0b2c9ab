import { describe, expect, test } from 'vitest';
import { MAX_BACKDATE_MS, effectiveSavedAt, serverNow } from '#contract/clock.ts';
import { judgeLocalExpenseDay } from '#domain/claim.ts';
import { addDays, dayOf } from '#domain/dates.ts';
import { fc } from '#tests/support/property.ts';

const DAY = 86_400_000;
const ZONE = 'Asia/Kolkata';
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });
/** A device's clock that somebody has set wrong. */
const skew = fc.integer({ min: -400 * DAY, max: 400 * DAY });
const span = fc.integer({ min: 0, max: 60 * DAY });

describe('TM-1 the server’s clock as a device knows it', () => {
  test('TM-1 P19: a clock that is wrong all along is corrected to the millisecond', () => {
    fc.assert(
      fc.property(
        moment,
        skew,
        span,
        (server, wrong, gone) => serverNow(server + wrong + gone, { server, device: server + wrong }) === server + gone,
      ),
    );
  });

  test('TM-1 P19: however it is set afterwards, it is never before the last answer', () => {
    fc.assert(
      fc.property(
        moment,
        skew,
        skew,
        (server, wrong, later) => serverNow(server + wrong + later, { server, device: server + wrong }) >= server,
      ),
    );
  });

  test('TM-1: before any answer it is the device’s own', () => {
    expect(serverNow(5, null)).toBe(5);
  });
});

describe('TM-2 when something was saved', () => {
  test('TM-2 P19: an honest device with a wrong clock is believed to the millisecond, for 30 days', () => {
    fc.assert(
      fc.property(
        moment,
        skew,
        span,
        fc.integer({ min: 0, max: MAX_BACKDATE_MS }),
        (heard, wrong, offline, waiting) => {
          const saved = heard + offline;
          const said = serverNow(saved + wrong, { server: heard, device: heard + wrong });
          return effectiveSavedAt({ said, heard, arrived: saved + waiting }) === saved;
        },
      ),
    );
  });

  test('TM-2 P19: a clock set by ±400 days gains at most the time since the last answer, and 30 days', () => {
    fc.assert(
      fc.property(moment, skew, skew, span, span, (heard, wrong, later, offline, waiting) => {
        const arrived = heard + offline + waiting;
        const said = serverNow(heard + offline + wrong + later, { server: heard, device: heard + wrong });
        const believed = effectiveSavedAt({ said, heard, arrived });
        return believed >= heard && believed <= arrived && arrived - believed <= MAX_BACKDATE_MS;
      }),
    );
  });

  test('TM-2 P19: whatever a forged request says, a day outside the window stays outside but for those 30 days', () => {
    fc.assert(
      fc.property(moment, moment, moment, fc.integer({ min: 121, max: 500 }), (said, heard, arrived, back) => {
        const today = dayOf(effectiveSavedAt({ said, heard, arrived }), ZONE);
        return (
          !judgeLocalExpenseDay(addDays(dayOf(arrived, ZONE), -back), today).ok &&
          !judgeLocalExpenseDay(addDays(dayOf(arrived, ZONE), 1), today).ok
        );
      }),
    );
  });
});
