/** Command: bundles the server into `dist/`. */
import {bundle} from './bundle.ts';

await bundle();
