/** What must hold for zoning, beside the base checks that the schema gives. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [];
