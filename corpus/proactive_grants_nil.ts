/** Generates the empty reports of the registry of grants: institution, fiscal year and quarter. */
import {createCsv, type FileForm} from './csv.ts';
import {dayOf, periodOf} from './dates.ts';
import {INSTITUTIONS, title} from './institutions.ts';
import {at} from './lists.ts';
import {oracle, recordId} from './oracle.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE} from './texts.ts';

const SLUG = 'proactive_grants_nil';

export const GRANT_NIL_FORM: FileForm = {
  name: 'synthetic-grants-nil.csv',
  header: ['fiscal_year', 'quarter', 'owner_org', 'owner_org_title'],
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
};

const QUARTER = 91.3125;
const NEWEST = dayOf('2026-09-15');
const REPORTING = INSTITUTIONS.slice(-24, -4);

export const proactive_grants_nil: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const label = 'Proactive Disclosure Grants and Contributions, nothing to report';
  const counted = oracle({slug: SLUG, dataset: 'nil_reports', label, valued: false});
  const file = await createCsv(folder, GRANT_NIL_FORM, seed);
  const cellsOf = (period: string, code: string, name: string) => ({
    fiscal_year: period.slice(0, 9),
    quarter: period.slice(10),
    owner_org: code,
    owner_org_title: name,
  });
  // the file has no column for remarks: the institution's title says it
  file.first({cells: cellsOf(periodOf(NEWEST), 'synthetic', `${NOTICE.en} | ${NOTICE.fr}`)});
  counted.keep({versions: 1, value: null});

  const target = plan.proactive_grants_nil;
  await fill(task, {slug: SLUG, target, oracle: counted, files: [file]}, (index) => {
    const of = at(REPORTING, index);
    const period = periodOf(NEWEST - Math.round(Math.floor(index / REPORTING.length) * QUARTER));
    const cells = cellsOf(period, of.code, title(of));
    const rows = [{cells}];
    if (quirks.due('duplicate')) {
      rows.push({cells});
      counted.merge('duplicate');
    }
    if (quirks.due('no_quarter')) {
      rows.push({cells: {...cells, quarter: ''}});
      counted.reject('missing');
    }
    file.add(...rows);
    counted.keep({versions: 1, value: null});
    counted.sample('plain', () => ({
      record_id: recordId('n_', SLUG, [of.code, period]),
      earlier_versions: 0,
      fields: {reporting_period: period, institution_code: of.code, department: title(of)},
    }));
  });
  return counted.expected(await closeAll([file]), quirks.counts());
};
