/** The letter about a saved search: what it names, and a line for each record. */
import type {MailParts} from '../accounts/mail_queue.ts';
import {countsText} from '../alerts/alert.ts';
import type {ToldAlert} from '../alerts/alert_message.ts';
import {HAPPENED} from '../alerts/words.ts';
import type {Language} from '../site/language.ts';
import {TRANSLATE} from '../site/messages.ts';
import {ALERTS, accountIn} from '../site/navigation.ts';
import {inLanguage} from '../site/paths.ts';
import type {MailLine} from './message.tsx';

export function alertLines(
  {search, alert}: ToldAlert,
  language: Language,
  origin: string,
): {parts: MailParts; lines: MailLine[]} {
  const t = TRANSLATE[language];
  const {counts, records, isComplete, more} = alert;
  const lines: MailLine[] = records.map(({kind, title, path}) => ({
    text: t('frame.pair', {name: t(HAPPENED[kind]), value: title}),
    href: origin + inLanguage(path, language),
  }));
  const onward = isComplete ? t('alerts.more') : t('alerts.more_than', {n: records.length});
  return {
    parts: {name: search.name, changes: countsText(counts, language)},
    lines: [
      ...lines,
      {text: onward, href: origin + inLanguage(more, language)},
      {text: t('alerts.to_alerts'), href: origin + accountIn(language, ALERTS)},
    ],
  };
}
