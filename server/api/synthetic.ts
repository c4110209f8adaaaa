/** Marks every response while the data is synthetic. */

import {headerBlock} from '../http/header_block.ts';
import type {HttpResponse} from '../http/types.ts';
import type {Label} from '../labels/index.ts';
import type {BuildSource} from './context.ts';

/** What people read. */
export const SYNTHETIC_LABEL: Label = {
  en: 'The data of this service is generated for demonstration: no government published it.',
  fr: 'Les données de ce service sont générées à des fins de démonstration\u00a0: aucun gouvernement ne les a publiées.',
};

/** What language models read. */
export const SYNTHETIC_NOTICE = SYNTHETIC_LABEL.en;

const MARK = headerBlock({'X-Data-Synthetic': 'true'});

/** The response with `X-Data-Synthetic: true` where the current build says that its data is synthetic. */
export const markSynthetic = (response: HttpResponse, builds: Pick<BuildSource, 'info'>): HttpResponse =>
  builds.info()?.synthetic ? {...response, blocks: [...response.blocks, MARK]} : response;
