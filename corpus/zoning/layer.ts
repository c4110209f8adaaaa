/** One generated layer of zones in the form of its city, written zone by zone. */
import type {Json} from '../../datasets/types.ts';
import {createPieces} from '../pieces.ts';
import {NOTICE} from '../texts.ts';
import type {CityForm} from './cities.ts';

export interface Layer {
  /** Features written so far. */
  readonly features: number;
  add(columns: Record<string, Json>, geometry: Json): void;
  /** Hands full buffers to the disk and waits for it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What stands before, between and behind the features. */
const FRAMES: Record<CityForm['form'], readonly [head: string, between: string, tail: string]> = {
  lines: ['', '\n', '\n'],
  compact: [`{"type":"FeatureCollection","name":${JSON.stringify(NOTICE.en)},"features":[`, ',', ']}'],
  spread: [
    `{\n"type": "FeatureCollection",\n"name": ${JSON.stringify(NOTICE.en)},\n"crs": { "type": "name", "properties": { "name": "urn:ogc:def:crs:OGC:1.3:CRS84" } },\n"features": [\n`,
    ',\n',
    '\n]\n}\n',
  ],
  indented: [
    `{ "type" : "FeatureCollection", "name" : ${JSON.stringify(`W:\\Diffusion\\${NOTICE.en}`)}, "features" : [\n`,
    ',\n',
    '\n] }\n',
  ],
};

function written(form: CityForm, columns: Record<string, Json>, geometry: Json): string {
  if (form.form === 'lines') return JSON.stringify({...columns, [form.geometry]: geometry});
  if (form.form === 'spread') return JSON.stringify({type: 'Feature', properties: columns, geometry});
  if (form.form === 'compact') return JSON.stringify({type: 'Feature', geometry, properties: columns});
  // A position a line, blanks around every mark.
  const shape = JSON.stringify(geometry).replace(
    /\[(-?[\d.]+),(-?[\d.]+)(?:,[\d.]+)?\](,?)/g,
    '[ $1, $2 ]$3\n',
  );
  return `{ "type" : "Feature", "geometry" : ${shape}, "properties" : ${JSON.stringify(columns)} }`;
}

export async function createLayer(folder: string, form: CityForm): Promise<Layer> {
  const {put, settle, close} = await createPieces(folder, form.file);
  const [head, between, tail] = FRAMES[form.form];
  put(head);
  let features = 0;
  return {
    get features() {
      return features;
    },
    add: (columns, geometry) => {
      put((features > 0 ? between : '') + written(form, columns, geometry));
      features++;
    },
    settle,
    close: async () => {
      put(tail);
      await close();
    },
  };
}
