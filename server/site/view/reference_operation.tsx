/** An operation in the reference: its parameters, a request in four languages, an answer and its fields. */

import type {Columns, Json} from '../../../datasets/types.ts';
import type {Parameter} from '../../api/routes/types.ts';
import {objectSchema, type Schema} from '../../api/schema/column_schema.ts';
import {hasItems, type Operation, ownMetaColumns} from '../../api/schema/operations.ts';
import {jsonTypeOf, parameterSchema} from '../../api/schema/parameter_schema.ts';
import {REFERENCE} from '../load/reference.ts';
import {CodeSamples, requestSample} from './code_samples.tsx';
import {copyButton} from './copyable.tsx';
import {joined, link, Section, Table} from './kit.tsx';
import {meaning} from './reference_text.tsx';
import type {Child, Markup, View} from './types.ts';

interface ParameterRow {
  name: string;
  type: string;
  rules: readonly Child[];
  help: Child;
  example: string;
}

const codes = (values: readonly string[]): Child =>
  joined(
    values.map((value) => <code>{value}</code>),
    ', ',
  );

/** What a value must be, by the schema that OpenAPI gives. */
function rulesOf({t}: View, parameter: Parameter): Child[] {
  const schema = parameterSchema(parameter);
  const {minimum, maximum, maxLength, maxItems, default: preset} = schema;
  const items = schema['items'] as Schema | undefined;
  const values = (schema['enum'] ?? items?.['enum']) as string[] | undefined;
  const rules: Child[] = [];
  if (parameter.required) rules.push(<strong>{t('reference.required')}</strong>);
  if (preset !== undefined) rules.push([t('reference.default'), ' ', codes([String(preset)])]);
  if (typeof minimum === 'number' && typeof maximum === 'number')
    rules.push(t('reference.between', {low: minimum, high: maximum}));
  else if (typeof minimum === 'number') rules.push(t('reference.at_least', {low: minimum}));
  if (values) rules.push([t('reference.one_of'), ' ', codes(values)]);
  if (typeof maxItems === 'number') rules.push(t('reference.most_values', {n: maxItems}));
  if (typeof maxLength === 'number') rules.push(t('reference.most_characters', {n: maxLength}));
  if (parameter.type === 'fiscal_year') rules.push(codes(['YYYY-YY']));
  return rules;
}

function parameterRows(view: View, {identifiers, parameters}: Operation): ParameterRow[] {
  const {t} = view;
  const inPath = Object.entries(identifiers).map(([name, {help, example, values}]) => ({
    name: `{${name}}`,
    type: 'string',
    rules: [
      <strong>{t('reference.in_path')}</strong>,
      ...(values ? [[t('reference.one_of'), ' ', codes(values)]] : []),
    ],
    help: meaning(view, help),
    example,
  }));
  const inQuery = Object.entries(parameters).map(([name, parameter]) => ({
    name,
    type: jsonTypeOf(parameter),
    rules: rulesOf(view, parameter),
    help: meaning(view, parameter.help),
    example: parameter.example,
  }));
  return [...inPath, ...inQuery];
}

const parametersSection = (view: View, operation: Operation): Markup | null => {
  const {t} = view;
  const rows = parameterRows(view, operation);
  if (rows.length === 0) return null;
  return (
    <Section id="parameters" title={t('reference.parameters')}>
      <Table
        caption={t('reference.parameters')}
        rows={rows}
        columns={[
          {head: t('reference.name'), cell: ({name}) => <code>{name}</code>},
          {head: t('reference.type'), cell: ({type}) => t(`types.${type}` as 'types.string')},
          {head: t('reference.meaning'), cell: ({help}) => help},
          {head: t('reference.rule'), cell: ({rules}) => joined(rules, <br />)},
          {
            head: t('reference.example'),
            cell: ({example}) => (example === '' ? null : <code>{example}</code>),
          },
        ]}
      />
    </Section>
  );
};

interface FieldRow {
  name: string;
  type: string;
  isNullable: boolean;
  help: Child;
}

/** Fields of objects and of the items of arrays follow their field, after a dot. */
function fieldRows(view: View, columns: Columns, before = ''): FieldRow[] {
  const properties = objectSchema(columns)['properties'] as Record<string, Schema>;
  return Object.entries(columns).flatMap(([name, {help, unit, nullable, fields}]): FieldRow[] => {
    const row = {
      name: before + name,
      type: String([properties[name]!['type']].flat()[0]),
      isNullable: nullable === true,
      help: [meaning(view, help), unit && !help.includes(unit) ? ` (${unit})` : null],
    };
    return [row, ...(fields ? fieldRows(view, fields, `${before}${name}.`) : [])];
  });
}

const fieldsTable = (view: View, caption: string, rows: readonly FieldRow[]): Markup => {
  const {t} = view;
  return (
    <>
      <h3>{caption}</h3>
      <Table
        caption={caption}
        rows={rows}
        columns={[
          {head: t('reference.name'), cell: ({name}) => <code>{name}</code>},
          {
            head: t('reference.type'),
            cell: ({type, isNullable}) => [
              t(`types.${type}` as 'types.string'),
              isNullable ? ` ${t('reference.or_null')}` : null,
            ],
          },
          {head: t('reference.meaning'), cell: ({help}) => help},
        ]}
      />
    </>
  );
};

const json = (value: Json): string => JSON.stringify(value, null, 2);

const answerSection = (view: View, operation: Operation): Markup => {
  const {t} = view;
  const {route, optional, example} = operation;
  const fields = fieldRows(view, {...route.columns, ...optional});
  const meta = fieldRows(view, ownMetaColumns(route));
  return (
    <Section id="answer" title={t('reference.answer')}>
      <div class="copyable">
        <details open>
          <summary>JSON</summary>
          <pre id="answer-json" tabindex={0}>
            {json(example)}
          </pre>
        </details>
        {copyButton(view, 'answer-json', 'JSON')}
      </div>
      {'missing' in route ? (
        <p class="prose">{t('reference.missing', {message: route.missing[view.language]})}</p>
      ) : null}
      {route.kind === 'export' ? <p class="prose">{t('reference.export_fields')}</p> : null}
      {fields.length === 0
        ? null
        : fieldsTable(view, t(hasItems(route) ? 'reference.item_fields' : 'reference.data_fields'), fields)}
      {meta.length === 0 ? null : fieldsTable(view, t('reference.meta_fields'), meta)}
    </Section>
  );
};

/** The form that sends a request from the browser, at the operation. */
const tryAddress = ({id, route}: Operation): string => `/docs#/${encodeURIComponent(route.section)}/${id}`;

/** The content of the page. */
export const operationReference = (view: View, operation: Operation): Markup => {
  const {t, origin} = view;
  const {route, path, exampleTarget} = operation;
  return (
    <div class="reference">
      <p class="kind">{link(view, REFERENCE, t('frame.api'))}</p>
      <h1>{meaning(view, route.summary)}</h1>
      <p>
        <code>GET {path}</code>
      </p>
      {route.help ? <p class="prose">{meaning(view, route.help)}</p> : null}
      <p class="ways">
        <a href={tryAddress(operation)}>{t('reference.try')}</a>
        {route.kind === 'list' ? link(view, route.path, t('reference.as_page')) : null}
      </p>
      <Section id="request" title={t('reference.request')}>
        <CodeSamples
          view={view}
          id="request"
          of={requestSample(origin + exampleTarget, route.kind !== 'export')}
        />
      </Section>
      {answerSection(view, operation)}
      {parametersSection(view, operation)}
    </div>
  );
};
