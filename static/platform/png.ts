/** `server/site/png.ts` for a service worker, which has no library that draws: pictures are SVG there. */
import {ApiError} from '../../server/api/errors.ts';

export const pngOf = (): never => {
  throw new ApiError('path');
};
