/** Why a file is not read: it is something else, needs too much room, or does not hold together. */
export type SheetFault = 'foreign' | 'protected' | 'large' | 'broken';

export class SheetFailed extends Error {
  override name = 'SheetFailed';
  readonly fault: SheetFault;

  constructor(fault: SheetFault) {
    super(fault);
    this.fault = fault;
  }
}
