// `node --import ./scripts/lib/slowDevice.mjs`: everything that is sealed takes 150 ms longer, as on a phone that is
// busy. For finding what comes before it is stored: a form that is opened again, a row that has left its table.
const SEALING_MS = 150;
const device = Object.getPrototypeOf(globalThis.crypto.subtle);
const { encrypt } = device;
const { setTimeout: later } = globalThis;

device.encrypt = async function slowEncrypt(...parts) {
  await new Promise((resolve) => later(resolve, SEALING_MS));
  return encrypt.apply(this, parts);
};
