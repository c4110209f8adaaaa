/** The reference for people who write programs: how to ask, what it costs, what goes wrong, all operations. */

import {offeredTiers, TIERS, type TierName} from '../../accounts/tiers.ts';
import {API_KEY_HEADER} from '../../api/authenticate.ts';
import {STATUS} from '../../api/error_row.ts';
import {ERRORS} from '../../api/error_table.ts';
import type {Operation} from '../../api/schema/operations.ts';
import {PAGES} from '../../labels/pages.ts';
import {formatNumber} from '../format.ts';
import {operationPath, pathOfRoute, REFERENCE, SECTIONS} from '../load/reference.ts';
import type {MessageKey} from '../messages.ts';
import {accountIn} from '../navigation.ts';
import {CodeSamples, requestSample, walkSample} from './code_samples.tsx';
import {link, Section, sentence, Table} from './kit.tsx';
import {meaning} from './reference_text.tsx';
import type {Child, Markup, View} from './types.ts';

const quota = ({t, language}: View, most: number | null): string =>
  most === null ? t('dashboard.unlimited') : formatNumber(most, language);

const limits = (view: View): Markup => {
  const {t} = view;
  const figure = (head: MessageKey, of: (tier: TierName) => Child) =>
    ({head: t(head), kind: 'figure', cell: of}) as const;
  return (
    <Section id="limits" title={t('reference.limits')}>
      <p class="prose">{t('reference.limits_how')}</p>
      <Table
        caption={t('reference.limits')}
        rows={offeredTiers(view.contact !== null)}
        columns={[
          {head: t('dashboard.tier'), cell: (tier) => t(`tiers.${tier}_name`)},
          {head: t('dashboard.price'), cell: (tier) => t(`tiers.${tier}_price`)},
          figure('welcome.a_month', (tier) => quota(view, TIERS[tier].month)),
          figure('welcome.a_day', (tier) => quota(view, TIERS[tier].day)),
          figure('welcome.a_minute', (tier) => quota(view, TIERS[tier].minute)),
          figure('dashboard.permits_limit', (tier) => quota(view, TIERS[tier].permits)),
          {
            head: t('dashboard.export'),
            cell: (tier) => t(TIERS[tier].export ? 'dashboard.yes' : 'dashboard.no'),
          },
          figure('alerts.limit', (tier) => quota(view, TIERS[tier].searches)),
        ]}
      />
    </Section>
  );
};

const errors = (view: View): Markup => {
  const {t, language} = view;
  return (
    <Section id="errors" title={t('reference.errors')}>
      <p class="prose">
        {sentence(view, 'reference.errors_how', {
          reason: <code>X-Error-Reason</code>,
          param: <code>X-Error-Param</code>,
        })}
      </p>
      <Table
        caption={t('reference.errors')}
        rows={Object.values(ERRORS)}
        columns={[
          {
            head: t('reference.reason'),
            cell: ({reason}) => (
              <a href={`/docs/errors#${reason}`}>
                <code>{reason}</code>
              </a>
            ),
          },
          {head: t('reference.status'), cell: ({code}) => STATUS[code]},
          {head: t('reference.code'), cell: ({code}) => <code>{code}</code>},
          {
            head: t('reference.message'),
            cell: ({message, french}) => (language === 'fr' ? french : message),
          },
        ]}
      />
    </Section>
  );
};

const operationsOf = (view: View): Markup => (
  <Section id="operations" title={view.t('reference.operations')}>
    {[...SECTIONS].map(([section, entries]) => (
      <>
        <h3>{meaning(view, section)}</h3>
        <ul class="operations">
          {entries.map(({id, route}) => (
            <li>
              {link(view, operationPath(id), <code>{pathOfRoute(route)}</code>)}{' '}
              <span class="soft">{meaning(view, route.summary)}</span>
            </li>
          ))}
        </ul>
      </>
    ))}
  </Section>
);

const FORMS = [
  ['reference.try', '/docs', 'reference.try_why'],
  ['reference.openapi', '/openapi.json', 'reference.openapi_why'],
  ['reference.llms', '/llms.txt', 'reference.llms_why'],
] as const;

const otherForms = ({t}: View): Markup => (
  <Section id="forms" title={t('reference.forms')}>
    <ul>
      {FORMS.map(([title, path, why]) => (
        <li>
          <a href={path}>{t(title)}</a> <span class="soft">{t(why)}</span>
        </li>
      ))}
    </ul>
  </Section>
);

/** The content of the page; `first` is the operation that the examples ask, a list. */
export const referencePage = (view: View, first: Operation): Markup => {
  const {t, origin} = view;
  const address = origin + first.exampleTarget;
  const key = <a href={accountIn(view.language)}>{t('list.get_key')}</a>;
  return (
    <div class="reference">
      <h1>{t(PAGES[REFERENCE].title)}</h1>
      <p class="lead">{t('reference.lead')}</p>
      <Section id="start" title={t('reference.start')}>
        <p class="prose">
          {sentence(view, 'reference.start_how', {key, placeholder: <code>YOUR_KEY</code>})}
        </p>
        <CodeSamples view={view} id="start" of={requestSample(address, true)} />
      </Section>
      {operationsOf(view)}
      <Section id="key" title={t('reference.key')}>
        <p class="prose">{sentence(view, 'reference.key_how', {header: <code>{API_KEY_HEADER}</code>})}</p>
      </Section>
      <Section id="answers" title={t('reference.answers')}>
        <p class="prose">
          {sentence(view, 'reference.answers_how', {
            data: <code>data</code>,
            meta: <code>meta</code>,
            lang: <code>lang=fr</code>,
            fields: <code>fields</code>,
          })}
        </p>
      </Section>
      <Section id="paging" title={t('reference.paging')}>
        <p class="prose">
          {sentence(view, 'reference.paging_how', {
            next: <code>meta.next_cursor</code>,
            cursor: <code>cursor</code>,
            limit: <code>limit</code>,
          })}
        </p>
        <CodeSamples view={view} id="walk" of={walkSample(address.replace(/limit=1$/, 'limit=100'))} />
      </Section>
      {limits(view)}
      {errors(view)}
      {otherForms(view)}
    </div>
  );
};
