/** The route table: every operation under `/api/v1`, in the order of the documents. */
import {grants} from './grants.ts';
import {procurement} from './procurement.ts';
import type {Route} from './types.ts';

export const BASE_PATH = '/api/v1';

export const ROUTES: readonly Route[] = [...procurement, ...grants];
