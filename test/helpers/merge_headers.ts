/** Headers of a response. */
import type {HeaderBlock, Headers} from '../../server/http/header_block.ts';

/** All headers of a response by name. */
export const mergeHeaders = (blocks: readonly HeaderBlock[], own: Headers): Headers =>
  Object.assign({}, ...blocks.map(({headers}) => headers), own);
