/** Flags that only leave records out. */
import type {Parameter} from '../../api/routes/types.ts';

/** Whether a flag only leaves records out: what says no to it is the list without it. */
export const isAllOrFewer = ({no_filter_value, default: usual}: Parameter): boolean =>
  no_filter_value === false && usual === undefined;
