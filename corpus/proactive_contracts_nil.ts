/** Generates the empty reports of the registry: institution and quarter. */
import source from '../datasets/nil_reports/sources/proactive_contracts_nil.ts';
import {createCsv, type FileForm} from './csv.ts';
import {dayOf, periodOf} from './dates.ts';
import {INSTITUTIONS, title} from './institutions.ts';
import {oracle, recordId} from './oracle.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE} from './texts.ts';

const [layout] = source.layouts;
if (!layout) throw new Error('the empty reports declare no layout');

export const NIL_FORM: FileForm = {
  name: 'synthetic-contracts-nil.csv',
  header: layout.header,
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
};

const QUARTER = 91.3125;
const NEWEST = dayOf('2026-09-15');
/** The small institutions at the end of the list report nothing most often. */
const REPORTING = INSTITUTIONS.slice(-20);

export const proactive_contracts_nil: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule('proactive_contracts_nil');
  const counted = oracle({slug: source.slug, dataset: source.dataset, label: source.label, valued: false});
  const file = await createCsv(folder, NIL_FORM, seed);
  // the file has no column for remarks: the institution's title says it
  file.first({
    cells: {
      reporting_period: periodOf(NEWEST),
      owner_org: 'synthetic',
      owner_org_title: `${NOTICE.en} | ${NOTICE.fr}`,
    },
  });
  counted.keep({versions: 1, value: null, original: null});

  const target = plan.proactive_contracts_nil;
  await fill(task, {slug: source.slug, target, oracle: counted, files: [file]}, (index) => {
    const of = REPORTING[index % REPORTING.length];
    if (!of) throw new Error('no institution reports nothing: the list is empty');
    const period = periodOf(NEWEST - Math.round(Math.floor(index / REPORTING.length) * QUARTER));
    const cells = {reporting_period: period, owner_org: of.code, owner_org_title: title(of)};
    const rows = [{cells}];
    if (quirks.due('duplicate')) {
      rows.push({cells});
      counted.merge('duplicate');
    }
    if (!of.official && quirks.due('repeated_key')) {
      rows.push({cells: {...cells, owner_org_title: `${of.en}, Main Office | ${of.fr}, siège`}});
      counted.reject('repeated_key');
    }
    if (quirks.due('no_period')) {
      rows.push({cells: {...cells, reporting_period: ''}});
      counted.reject('missing');
    }
    file.add(...rows);
    counted.keep({versions: 1, value: null, original: null});
    counted.sample('plain', () => ({
      record_id: recordId('n_', source.slug, [of.code, period]),
      earlier_versions: 0,
      fields: {reporting_period: period, institution_code: of.code, department: title(of)},
    }));
  });
  return counted.expected(await closeAll([file]), quirks.counts());
};
