/** The declaration of a city by the head of its file, and its row of the municipalities. */
import type {Source} from '../../datasets/types.ts';
import {Block, Call, type Property} from './code.ts';
import type {Guessed} from './guess.ts';
import type {Head} from './head.ts';
import type {Declared} from './portal.ts';

/** What permits and zones need around the fields that were guessed. */
type Around = Record<'before' | 'fields' | 'after', Property[]>;

const named = (name: string, value: unknown, todo?: string): Property => ({name, value, todo});

function ofPermits({fields, columnOf}: Guessed): Around {
  const [type, status] = [columnOf('permit_type_raw'), columnOf('status_raw')];
  const words = (name: string, column: string) =>
    named(name, {help: 'By key words.'}, `by key words in ${column}: list those of the city in rows`);
  const apart = ['permit_type_raw', 'application_date', 'issued_date'].filter(columnOf);
  return {
    before: [...(type ? [words('types', type)] : []), ...(status ? [words('statuses', status)] : [])],
    fields: [
      ...fields,
      ...(type
        ? []
        : [named('permit_type', new Call('constant', 'other'), 'no column says the kind of work')]),
      ...(status
        ? []
        : [named('status', new Call('constant', 'issued'), 'no column says it: are all issued?')]),
    ],
    // The usual ones would name fields that are not there.
    after: apart.length < 2 ? [named('disambiguate', apart)] : [],
  };
}

const ofZones = ({fields, columnOf, polygon, shown}: Guessed): Around => ({
  before: polygon === 'geometry' ? [] : [named('geometry', polygon, polygon ?? 'no column has polygons')],
  fields,
  after: [
    named('categories', [], `rows like ['residential', /^r/] for ${shown(columnOf('zone_code') ?? '')}`),
  ],
});

/** The call that declares the source, as its file has it. */
export function declarationOf(
  slug: string,
  dataset: Source['dataset'],
  {file, page}: Declared,
  {file: {name}, columns, delimiter}: Head,
  guessed: Guessed,
): Call {
  const isPermits = dataset === 'permits';
  const {before, fields, after} = isPermits ? ofPermits(guessed) : ofZones(guessed);
  const {unused, personal, shown} = guessed;
  const others = unused.filter((name) => !personal.includes(name)).map(shown);
  const header = new RegExp(`^${columns[0]?.replace(/[^\w ]/g, '.')}$`);
  const all: Property[] = [
    named('page', page, 'is it the page where people find the table?'),
    named('cadence', 'daily', 'how often does the publisher renew it?'),
    named('files', [file]),
    named('delimiter', delimiter),
    ...before,
    named('help', 'Columns as the portal names them.'),
    ...(name.endsWith('.xlsx') ? [named('sheet', {header}, 'a cell of the header, which no row has')] : []),
    ...(unused.length ? [named('unused', unused.join(', '), `not read: ${others.join(', ')}`)] : []),
    named('fields', new Block(fields)),
    ...(personal.length ? [named('personal', personal, 'these look private and are not stored')] : []),
    ...after,
  ];
  const body = new Block(all.filter(({value, todo}) => value !== undefined || todo !== undefined));
  return new Call(isPermits ? 'permitCity' : 'zoningCity', slug, body);
}

/** The row of a city that has none yet. */
export function municipalityOf(slug: string): Block {
  const name = slug.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());
  return new Block([
    named('name', name),
    named('province', '??', 'two letters'),
    named(
      'box',
      [-142, 41, -52, 84],
      'this is Canada: take that of the census subdivision (Statistics Canada)',
    ),
    named('publisher', `City of ${name} | Ville de ${name}`),
    named('license', '??', 'name and address of the licence, as the portal gives them'),
    named('license_url', '??'),
  ]);
}
