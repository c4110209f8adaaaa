/** An organization by year: a small chart for each of its roles, and the organizations of similar names. */
import {greatest, max, min, sum} from 'd3-array';
import {useId} from 'preact/hooks';
import {datasetLabels} from '../../labels/index.ts';
import {ROLE_TITLES} from '../../labels/organizations.ts';
import {formatCompact, formatCompactMoney, formatMoney, formatNumber, formatPercent} from '../format.ts';
import type {Course, Namesake} from '../load/organization.ts';
import {pathTo, recordPath} from '../paths.ts';
import {numbers} from './chart.tsx';
import {type Bar, type ChartData, MOST_BARS} from './chart_data.ts';
import {Column, percent, plotOf, rounded} from './chart_parts.tsx';
import {link, Section, type Shown, sentence, Table, Terms} from './kit.tsx';
import {readable} from './readable.ts';
import {titleOf as nameOf} from './record_title.ts';
import {Hatching, linked} from './time_bars.tsx';
import type {Markup, View} from './types.ts';
import {labelOf, missing} from './value.tsx';

/** Pixels of a small chart, and from the top its zero line and its highest bar. */
const HEIGHT = 96;
const EDGES: [number, number] = [78, 16];

/** The calendar year of a bar; fiscal years stand where they begin. */
const yearOf = ({label}: Bar): number => Number(label.slice(0, 4));

interface Span {
  from: number;
  to: number;
}

/** The years that all small charts have in common, so that they can be compared. */
function spanOf(courses: readonly Course[]): Span | null {
  const years = courses.flatMap(({years: bars}) => bars.map(yearOf));
  const [first, to] = [min(years), max(years)];
  return first === undefined || to === undefined ? null : {from: Math.max(first, to - MOST_BARS + 1), to};
}

const isMoney = ({sum: amount}: Course): boolean => amount !== null;

const amountOf = (course: Course, bar: Bar): number => (isMoney(course) ? (bar.sum ?? 0) : bar.count);

/** What the organization did in a role: `Contracts received`. */
const titleOf = (view: View, {dataset, role}: Course): string =>
  view.t(ROLE_TITLES[`${dataset}/${role}` as keyof typeof ROLE_TITLES]);

/** The figure of each role, its amount where it has some: what roles have is never added up. */
export const roleFigures = (view: View, all: readonly Course[]) =>
  all.map((course) => {
    const {count, path} = course;
    const {language} = view;
    return {
      term: titleOf(view, course),
      value: isMoney(course) ? formatCompactMoney(course.sum!, language) : formatNumber(count, language),
      path,
      exact: isMoney(course) ? formatMoney(course.sum!, language) : undefined,
    };
  });

/** Of a record that makes most of the highest bar, that it does. */
const outlierNote = (view: View, {dataset, outlier}: Course): Markup | null =>
  outlier && (
    <p class="note">
      {sentence(view, 'profile.outlier', {
        share: formatPercent(outlier.share, view.language),
        year: outlier.year,
        record: link(
          view,
          recordPath(dataset, outlier.row),
          cut(nameOf(view, dataset, outlier.row)?.text ?? view.t(datasetLabels(dataset).one)),
        ),
      })}
    </p>
  );

/** Characters of a name within a sentence. */
const MOST = 80;

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text);

/** Years of a role as bars on the years of all roles, the highest one with its amount. */
const Years = ({view, course, span}: {view: View; course: Course; span: Span}): Markup => {
  const {language, build} = view;
  const hatch = useId();
  const bars = course.years.filter((bar) => yearOf(bar) >= span.from);
  const top = greatest(bars, (bar) => amountOf(course, bar));
  const newest = bars.findLast(({path}) => path !== null);
  const most = top ? amountOf(course, top) : 0;
  const [short, long] = isMoney(course) ? [formatCompactMoney, formatMoney] : [formatCompact, formatNumber];
  const plot = plotOf(span.to - span.from + 1, 0.2, most, EDGES);
  const {x, y, band} = plot;
  const middle = (year: number) => x(year - span.from) + band / 2;
  // A text in the middle of an outer bar would leave the picture.
  const anchor = (at: number) => (at < 15 ? 'start' : at > 85 ? 'end' : 'middle');
  const label = view.t('chart.summary', {
    title: titleOf(view, course),
    n: bars.length,
    top: top?.label ?? '',
    value: long(most, language),
  });
  return (
    <div class="chart">
      <svg class="plot" width="100%" height={HEIGHT} role={newest ? 'group' : 'img'} aria-label={label}>
        <Hatching id={hatch} isOver={false} />
        {bars.map((bar) => {
          const isPartial = build !== null && bar.label === build.data_as_of.slice(0, 4);
          const name = view.t('frame.pair', {name: bar.label, value: long(amountOf(course, bar), language)});
          return linked(
            view,
            bar.path,
            {name, isFirst: bar === newest, plot, at: yearOf(bar) - span.from},
            <Column
              class={isPartial ? 'bar partial' : 'bar'}
              fill={isPartial ? `url(#${hatch})` : undefined}
              plot={plot}
              at={yearOf(bar) - span.from}
              to={amountOf(course, bar)}
            >
              <title>{name}</title>
            </Column>,
          );
        })}
        <line class="zero" x1={0} x2="100%" y1={EDGES[0]} y2={EDGES[0]} />
        {top && most > 0 ? (
          <text
            class="direct"
            x={percent(middle(yearOf(top)))}
            y={rounded(y(most) - 4)}
            text-anchor={anchor(middle(yearOf(top)))}
          >
            {short(most, language)}
          </text>
        ) : null}
        <text x={0} y={HEIGHT - 3}>
          {span.from}
        </text>
        <text x="100%" y={HEIGHT - 3} text-anchor="end">
          {span.to}
        </text>
      </svg>
    </div>
  );
};

/** The year of the data is not over. */
const partialOf = ({build}: View): ChartData['partial'] =>
  new Map(build ? [[build.data_as_of.slice(0, 4), 'chart.partial']] : []);

/** The numbers of a role as those of a chart. */
export const dataOf = (view: View, course: Course): ChartData => ({
  title: titleOf(view, course),
  group: view.t('groupings.year'),
  bars: course.years,
  chronological: true,
  money: isMoney(course),
  partial: partialOf(view),
  source: view.t(datasetLabels(course.dataset).title),
  notes: [],
  list: course.list,
});

const small = (view: View, course: Course, span: Span | null): Markup => {
  const {dataset, role, count, path, undated} = course;
  const {language} = view;
  const id = `${dataset}-${role}`;
  return (
    <figure class="graph" aria-labelledby={id}>
      <h3 id={id}>{titleOf(view, course)}</h3>
      <Terms
        class="figures"
        of={[
          {
            term: labelOf(view, 'totals', 'record_count'),
            value: link(view, path, formatNumber(count, language)),
          },
        ]}
      />
      {span && course.years.length > 0
        ? [<Years view={view} course={course} span={span} />, numbers({view, data: dataOf(view, course)})]
        : null}
      {outlierNote(view, course)}
      {undated > 0 ? <p class="note">{view.t('chart.not_dated', {n: undated})}</p> : null}
    </figure>
  );
};

/** Small charts of all roles, side by side over the same years. */
export const courses = (view: View, all: readonly Course[]): Markup | null => {
  if (all.length === 0) return null;
  const span = spanOf(all);
  const isCut = span !== null && all.some(({years}) => years.some((bar) => yearOf(bar) < span.from));
  const year = view.build?.data_as_of.slice(0, 4) ?? '';
  const isPartial = all.some(({years}) => years.some(({label}) => label === year));
  return (
    <Section id="courses" title={labelOf(view, 'organizations', 'years')}>
      <p class="note">
        {[
          view.t('profile.courses'),
          sum(all, (course) => Number(isMoney(course))) > 1 ? view.t('profile.not_added') : '',
          isPartial ? view.t('chart.partial', {period: year}) : '',
          isCut ? view.t('chart.earlier') : '',
        ]
          .filter((text) => text !== '')
          .join(' ')}
      </p>
      <div class="courses">{all.map((course) => small(view, course, span))}</div>
    </Section>
  );
};

/** Organizations of similar names, with what tells them apart. */
export const namesakes = (view: View, all: readonly Namesake[]): Markup | null => {
  if (all.length === 0) return null;
  const {t, language} = view;
  const title = labelOf(view, 'organizations', 'similar');
  const apart = {
    business_number: ({business_number: number}: Namesake) => number ?? '',
    province: ({provinces}: Namesake) => provinces.map((code) => readable(view, 'province', code)).join(', '),
  };
  const columns: Shown<Namesake>[] = [
    {
      head: labelOf(view, 'organizations', 'name'),
      cell: ({key, name}) => link(view, pathTo('organizations', key), name),
    },
    ...Object.entries(apart)
      .filter(([, textOf]) => all.some((one) => textOf(one) !== ''))
      .map(([field, textOf]) => ({
        head: labelOf(view, 'organizations', field),
        cell: (one: Namesake) => textOf(one) || missing(view),
      })),
    {
      head: labelOf(view, 'organizations', 'datasets'),
      cell: ({datasets}) => datasets.map((one) => t(datasetLabels(one).title)).join(', '),
    },
    {
      head: labelOf(view, 'organizations', 'record_count'),
      kind: 'figure',
      cell: ({count}) => formatNumber(count, language),
    },
  ];
  return (
    <Section id="similar" title={title} class="wide">
      <Table
        class="records"
        caption={title}
        columns={columns.map((column) => ({...column, label: String(column.head)}))}
        rows={all}
      />
      <p class="note">{t('profile.likeness')}</p>
    </Section>
  );
};
