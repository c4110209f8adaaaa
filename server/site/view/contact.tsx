/** Whom readers can write to, and what they do about an error; without an address of the operator, too. */
import {inLanguage} from '../paths.ts';
import {link, Section, sentence} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';

/** Where a link leads that writes to an address, by e-mail or on the web. */
export const contactAddress = (contact: string): string =>
  /^https?:/.test(contact) ? contact : `mailto:${contact.replace(/^mailto:/, '')}`;

/** The same about an error of a page, whose address an e-mail names. */
const reportAddress = ({t}: View, contact: string, page: string): string => {
  const address = contactAddress(contact);
  return address.startsWith('mailto:')
    ? `${address}?subject=${encodeURIComponent(t('contact.subject', {page}))}`
    : address;
};

/** A link to whoever runs the service, under the address itself or a text. */
export const contactLink = (contact: string, text = contact.replace(/^mailto:/, '')): Markup => (
  <a href={contactAddress(contact)}>{text}</a>
);

const SECTION = 'operator';

/** Links of the footer: none where nobody reads a report. `page` is the address of the page that has it. */
export const contactLinks = (view: View, page: string): Child => {
  const {t, contact} = view;
  return contact === null
    ? null
    : [contactLink(contact), <a href={reportAddress(view, contact, page)}>{t('contact.report')}</a>];
};

/** What a page of text says of it. */
export const contactText = (view: View): Markup => {
  const {t, contact} = view;
  return (
    <p class="prose">
      {contact === null
        ? [t('contact.none'), ' ', link(view, `/about#${SECTION}`, t('contact.title_alone'))]
        : sentence(view, 'contact.write_to', {contact: contactLink(contact)})}
    </p>
  );
};

/** Who runs the service, and what to do about an error in a record or in the service; one in a record alone
 * where nobody can be written to. */
export const operatorSection = (view: View): Markup => {
  const {t, contact} = view;
  const inRecord = sentence(view, 'contact.in_record', {
    sources: <a href="#sources">{t('contact.sources')}</a>,
  });
  if (contact === null)
    return (
      <Section id={SECTION} title={t('contact.title_alone')}>
        <p class="prose">{inRecord}</p>
      </Section>
    );
  return (
    <Section id={SECTION} title={t('contact.title')}>
      <p class="prose">{sentence(view, 'contact.runs', {contact: contactLink(contact)})}</p>
      <ul class="prose">
        <li>{inRecord}</li>
        <li>
          {sentence(view, 'contact.in_service', {
            report: (
              <a href={reportAddress(view, contact, view.origin + inLanguage('/about', view.language))}>
                {t('contact.report')}
              </a>
            ),
          })}
        </li>
      </ul>
    </Section>
  );
};
