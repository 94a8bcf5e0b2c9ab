// Read first by the server that is measured, in each of its threads: they collect what nobody uses any more three times a
// minute, so that what is measured is what they hold. Left to themselves they wait until it is much.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
setInterval(() => void collect(), 20_000).unref();
