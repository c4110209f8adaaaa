/** fast-check with the seed of all random tests. */
import fc from 'fast-check';
import {seed} from './seed.ts';

fc.configureGlobal({...fc.readConfigureGlobal(), seed});

export default fc;
