/** What must hold for permits, beside the base checks that the schema gives. */
import type {Check} from '../types.ts';

export const checks: readonly Check[] = [];
