/** Generates the building permits of a city in the files of its portal. */
import {boundsOf, MUNICIPALITIES, type MunicipalitySlug} from '../../datasets/municipalities.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import {at} from '../lists.ts';
import {cad, oracle, recordId} from '../oracle.ts';
import {random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import {fill, type Generate} from '../task.ts';
import {NOTICE} from '../texts.ts';
import {CITIES} from './cities/index.ts';
import {ground} from './ground.ts';
import {type City, type Drawing, draw, type Permit, type State} from './permit.ts';
import {CONTACTS} from './published.ts';
import {ONE, type OneQuirk, PERMIT_QUIRKS} from './quirks.ts';

/** A day of issue that nobody believes. */
const ODD_DAY = dayOf('1911-03-04');
/** Degrees from a point to one far outside. */
const [EAST, NORTH] = [4, 3];

/** How far from each other permits of one number begin, as a share of all days. */
const APART = 0.01;

type Kind = OneQuirk | null;

/** The generator of one city. */
export function permits(slug: MunicipalitySlug): Generate {
  const city = CITIES[slug];
  const source = `${slug}_permits` as const;
  const label = `${slug} building permits`;
  const own: Record<string, unknown> = PERMIT_QUIRKS[source];
  const choice = ONE.filter((name) => name in own);
  const bounds = boundsOf(slug);
  return async (task) => {
    const {folder, seed, plan} = task;
    const target = plan.permits[slug] ?? 0;
    const quirks = schedule(source, plan.scale === 'national');
    const due = quirks.due as (name: string) => boolean;
    const one = quirks.one as (names: readonly OneQuirk[]) => Kind;
    const counted = oracle({
      slug: source,
      dataset: 'permits',
      label,
      valued: city.valued,
      ...(city.valued ? {money: 'estimated_cost'} : {}),
    });
    const land = ground(slug, seed, target);
    const tables = await city.open({folder, seed, land, points: (rows) => counted.merge('code', rows)});
    const days = [dayOf(city.since), city.until ? dayOf(city.until) : REFERENCE_DAY] as const;
    const drawing: Drawing = {city, land, vendors: plan.vendors, days};
    let row = 0;

    const write = (all: readonly Permit[], change?: (cells: string[]) => string[], times = 1) => {
      const rows = all.flatMap((permit) => [...city.rows(permit, ++row)]);
      const given = change ? rows.map((of) => ({...of, change})) : rows;
      tables.add(Array.from({length: times}, () => given).flat());
      counted.merge(city.further ?? 'code', times * (rows.length - all.length));
    };
    const keep = (permit: Permit, shows: string, {versions = 1, shared = false} = {}) => {
      const [status, type] = [permit.state.is, permit.kind.type];
      const value = city.valued ? permit.cost : null;
      counted.keep({versions, value, by: {year: yearOf(permit), permit_type: type, status}});
      counted.sample(shows, () => {
        const {key, fields, approximate} = city.record(permit);
        const parts = shared ? [...key, ...(city.apart?.(permit) ?? [])] : key;
        return {
          record_id: recordId('p_', source, parts),
          earlier_versions: 0,
          fields: {
            municipality: slug,
            province: MUNICIPALITIES[slug].province,
            permit_number_raw: permit.number,
            permit_type: type,
            status,
            issued_date: dayIn(permit.issued),
            application_date: city.applied ? dayIn(permit.applied) : null,
            estimated_cost: cad(value),
            ...(approximate ? {} : degrees(permit)),
            source_dataset: label,
            ...fields,
          },
        };
      });
    };
    const degrees = ({point}: Permit) => {
      const [west, south, east, north] = bounds;
      const [lng = 0, lat = 0] = point ?? [];
      const within = lng >= west && lng <= east && lat >= south && lat <= north;
      return within ? {lat, lng} : {lat: null, lng: null};
    };

    const made = (index: number): Permit => {
      const means = random(seed, source, index);
      return draw(means, index, (index + means.next()) / target, drawing);
    };
    /** Another permit, begun at another time. */
    const twinOf = (index: number): Permit => {
      const share = index / target;
      const elsewhere = share > 2 * APART ? share - APART : share + APART;
      return {...draw(random(seed, source, 'twin', index), 2 * target + index, elsewhere, drawing), nth: 1};
    };
    const first = made(0);
    const said = {
      ...first,
      kind: city.kinds[0] as Permit['kind'],
      state: city.states[0] as State,
      ended: null,
      text: NOTICE.en,
      applicant: NOTICE.en,
      contractor: NOTICE.en,
      notice: true,
    };
    const notice = city.bent?.(said) ?? said;
    write([notice]);
    keep(notice, 'notice');

    await fill(task, {slug: source, target, oracle: counted, files: [tables]}, (index, room) => {
      const plain = made(index + 1);
      const bears = Object.entries(city.extras ?? {})
        .filter(([name, may]) => may(plain) && due(name))
        .map(([name]) => name);
      const own = {...plain, bears};
      const bent = city.bent?.(own) ?? own;
      if (city.refused?.(bent)) {
        write([bent]);
        counted.reject('kind');
        return;
      }
      const kind = room < 2 ? null : one(choice);
      const permit = changed(bent, kind, city);
      if (kind === 'no_number') {
        write([{...permit, number: null}]);
        counted.reject('missing');
        return;
      }
      if (kind === 'cell_too_many' || kind === 'cell_too_few') {
        const few = kind === 'cell_too_few';
        write([permit], (cells) => (few ? cells.slice(0, -1) : [...cells, 'voir annexe']));
        counted.reject('ragged');
        return;
      }
      if (kind === 'second_row' && city.second) {
        const rows = city.second(permit, land.at((permit.place.id + 5) % land.size));
        write(rows);
        keep(rows[city.stands ? 1 : 0], kind, {versions: 2});
        return;
      }
      if (kind === 'shared_number') {
        const drawn = twinOf(index + 1);
        const twin = {...(city.bent?.(drawn) ?? drawn), number: permit.number, day: permit.day};
        const both = city.shared?.(permit, twin) ?? [permit, twin];
        write(both);
        for (const permit of both) keep(permit, kind, {shared: true});
        return;
      }
      write([permit], undefined, kind === 'duplicate' ? 2 : 1);
      keep(permit, kind ?? bears[0] ?? 'plain');
      if (kind === 'duplicate') counted.merge('duplicate');
    });
    return counted.expected(await tables.close(), quirks.counts());
  };
}

const dayIn = (day: number | null): string | null => (day === null || day === ODD_DAY ? null : iso(day));

/** Of the day of issue, else of application: a day that cannot be meant is none. */
const yearOf = ({issued, applied}: Permit): string | null =>
  (dayIn(issued) ?? dayIn(applied))?.slice(0, 4) ?? null;

/** The permit with what its quirk changes. */
function changed(of: Permit, kind: Kind, city: City): Permit {
  const {point} = of;
  switch (kind) {
    case 'unknown_type':
      // The words of another kind would tell that kind.
      return {...of, kind: at(city.kinds, city.kinds.length - 1), text: 'Trailer at the gate', units: 0};
    case 'unknown_status': {
      const state = at(city.states, city.states.length - 1);
      return {...of, state, issued: of.issued ?? of.applied, ended: null};
    }
    case 'no_date':
      return {...of, applied: null, issued: null};
    case 'odd_date':
      return {...of, issued: ODD_DAY};
    case 'outside':
      return {...of, point: point && [point[0] + EAST, point[1] - NORTH]};
    case 'zero_point':
      return {...of, point: [0, 0]};
    case 'no_point':
      return {...of, point: null};
    case 'cost_zero':
      return {...of, cost: null, costText: '0'};
    case 'cost_words':
      return {...of, cost: null, costText: 'TO FOLLOW'};
    case 'contacts':
      return {...of, text: of.text + CONTACTS};
    default:
      return of;
  }
}
