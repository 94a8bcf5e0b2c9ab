// `node --import ./scripts/lib/shiftedClock.mjs`: the process begins at the moment that CLOCK says (ISO), and time goes
// on from there. For running tests on days that are rare.
const begin = Date.parse(process.env['CLOCK'] ?? '');
if (Number.isNaN(begin)) throw new Error('CLOCK must be a moment such as 2028-02-29T23:50:00+05:30.');
const Real = Date;
const shift = begin - Real.now();

globalThis.Date = class extends Real {
  constructor(...parts) {
    if (parts.length === 0) super(Real.now() + shift);
    else super(...parts);
  }
  static now() {
    return Real.now() + shift;
  }
};
