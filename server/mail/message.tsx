/** The texts of messages, from the catalogues: as HTML, and as plain text for those who read that. */

import type {LetterKind} from '../accounts/mail_kinds.ts';
import type {DueMail, MailParts} from '../accounts/mail_queue.ts';
import {TOKEN_MS} from '../accounts/mail_tokens.ts';
import type {Role} from '../accounts/members.ts';
import {TIERS, type TierName} from '../accounts/tiers.ts';
import {formatTime} from '../site/format.ts';
import {type Markup, render} from '../site/html.tsx';
import type {Language} from '../site/language.ts';
import {type Text, TRANSLATE} from '../site/messages.ts';
import {accountIn} from '../site/navigation.ts';

/** A line of a message that leads somewhere. */
export interface MailLine {
  text: string;
  href: string;
}

/** Addresses that a message leads to; null where it has none. */
export interface MailLinks {
  /** Public address of the service. */
  origin: string;
  /** With a token: what the message is for. */
  action: string | null;
  /** With a token: ends notices, or those about one saved search. */
  unsubscribe: string | null;
  /** What a message about a saved search lists, the way to all of it last. */
  lines?: readonly MailLine[];
}

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Characters of a line that mail programs show whole. */
const WIDTH = 72;

/** Breaks a paragraph between words; an address stays whole. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

/** Parts as people read them: times, tiers and roles have names of their own. */
function readable(parts: MailParts, language: Language): MailParts {
  const t = TRANSLATE[language];
  const tierOf = (tier: string | number): string =>
    Object.hasOwn(TIERS, tier) ? t(`tiers.${tier as TierName}_name`) : String(tier);
  return Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      if (/^(tier|before)$/.test(name)) return [name, tierOf(value)];
      if (name === 'role') return [name, t(`members.${value as Role}`)];
      return [name, /^(at|reset)$/.test(name) ? formatTime(String(value), language) : value];
    }),
  );
}

type Letter = DueMail<LetterKind>;

interface Content {
  subject: string;
  paragraphs: readonly string[];
  lines: readonly MailLine[];
  link: {label: string; href: string} | null;
  /** Why the reader gets it, and what to do if they did not ask for it. */
  notes: readonly string[];
  unsubscribe: {label: string; href: string} | null;
}

function contentOf({kind, language, recipient, parts}: Letter, links: MailLinks): Content {
  const t = TRANSLATE[language];
  const host = new URL(links.origin).host;
  const all = {
    ...readable(parts, language),
    host,
    recipient,
    minutes: TOKEN_MS.reset / 60_000,
    hours: TOKEN_MS.verify / 3_600_000,
  };
  const say = (text: Text): string => t(text, all);
  const account = {label: say('mail.to_account'), href: links.origin + accountIn(language)};
  return {
    subject: say(`mail.${kind}_subject`),
    paragraphs: [say('mail.greeting'), say(`mail.${kind}_text`)],
    lines: links.lines ?? [],
    link: links.action === null ? account : {label: say(`mail_links.${linkOf(kind)}`), href: links.action},
    notes: [say(`mail.${kind}_note`), say('mail.automatic')],
    unsubscribe:
      links.unsubscribe === null
        ? null
        : {label: say(kind === 'alert' ? 'alerts.stop' : 'mail.stop'), href: links.unsubscribe},
  };
}

/** What the button of a message with a token says. */
const linkOf = (kind: LetterKind): 'verify' | 'reset' | 'change' =>
  kind === 'verify' || kind === 'change' ? kind : 'reset';

/** One after the other: the text, and below it the address. */
const plainLine = ({text, href}: MailLine): string => `${wrapped(text)}\n${href}`;

const plainText = ({paragraphs, lines, link, notes, unsubscribe}: Content): string =>
  [
    ...paragraphs.map(wrapped),
    ...lines.map(plainLine),
    ...(link ? [`${link.label}\n${link.href}`] : []),
    `-- \n${notes.map(wrapped).join('\n\n')}`,
    ...(unsubscribe ? [`${unsubscribe.label}\n${unsubscribe.href}`] : []),
  ].join('\n\n') + '\n';

/** Mail programs ignore style sheets, so each element has its own style. */
const STYLE = {
  body: 'margin:0;padding:24px 16px;background:#f4f6f6;color:#1b2b2b;font:16px/1.5 Arial,Helvetica,sans-serif',
  sheet:
    'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #d5dddd;border-radius:8px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  text: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:10px 18px;background:#14605a;color:#ffffff;border-radius:6px;font-weight:bold;text-decoration:none',
  address: 'margin:0 0 16px;font-size:14px;color:#4a5a5a;overflow-wrap:anywhere;word-break:break-word',
  notes: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #d5dddd;font-size:14px;color:#4a5a5a',
  link: 'color:#14605a',
  lines: 'margin:0 0 16px;padding-left:20px',
  line: 'margin:0 0 8px;overflow-wrap:anywhere;word-break:break-word',
};

function htmlOf({subject, paragraphs, lines, link, notes, unsubscribe}: Content, language: Language): Markup {
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
      </head>
      <body style={STYLE.body}>
        <div style={STYLE.sheet}>
          <h1 style={STYLE.title}>{subject}</h1>
          {paragraphs.map((one) => (
            <p style={STYLE.text}>{one}</p>
          ))}
          {lines.length > 0 ? (
            <ul style={STYLE.lines}>
              {lines.map(({text, href}) => (
                <li style={STYLE.line}>
                  <a href={href} style={STYLE.link}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
          {link ? (
            <p style={STYLE.text}>
              <a href={link.href} style={STYLE.button}>
                {link.label}
              </a>
            </p>
          ) : null}
          {link ? <p style={STYLE.address}>{link.href}</p> : null}
          <div style={STYLE.notes}>
            {notes.map((one) => (
              <p style="margin:0 0 8px">{one}</p>
            ))}
            {unsubscribe ? (
              <p style="margin:0">
                <a href={unsubscribe.href} style={STYLE.link}>
                  {unsubscribe.label}
                </a>
              </p>
            ) : null}
          </div>
        </div>
      </body>
    </html>
  );
}

/** Subject, plain text and HTML of a message in its language; what it names is escaped and never a template. */
export function mailText(mail: Letter, links: MailLinks): MailText {
  const content = contentOf(mail, links);
  return {
    subject: content.subject,
    text: plainText(content),
    html: `<!doctype html>${render(htmlOf(content, mail.language))}\n`,
  };
}
