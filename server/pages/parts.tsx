/** What the sections of account pages are made of. */
import {formatNumber, formatTime} from '../site/format.ts';
import type {Child, Markup} from '../site/html.tsx';
import type {View} from '../site/view/types.ts';
import {errorSummary} from './fields.tsx';
import {type Flash, failureOf} from './flash.ts';
import {isOwn, type SignedIn} from './session.ts';

/** What the page says of the form before it; null without a message. */
export function message(view: View, flash: Flash | null): Markup | null {
  const failure = failureOf(flash);
  if (failure) return errorSummary(view, failure);
  return flash && 'done' in flash ? (
    <p class="done" role="status">
      {view.t(flash.done)}
    </p>
  ) : null;
}

/** For which account somebody acts, in which role; null for their own. */
export const actingFor = ({t}: View, session: SignedIn): Child =>
  isOwn(session) ? null : (
    <p>
      {t('members.acting_for')} <strong>{session.account.name}</strong> ({t(`members.${session.role}`)})
    </p>
  );

/** A section with a title; a `wide` one has a row of its own. */
export const card = (id: string, title: string, content: Child, look: 'card' | 'card wide' = 'card') => (
  <section class={look} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {content}
  </section>
);

/** Names and values. */
export const facts = (rows: readonly (readonly [name: string, value: Child])[]): Markup => (
  <dl class="facts">
    {rows.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** To the minute. `at` is ISO 8601 in UTC. */
export const time = ({language}: View, at: string): Markup => (
  <time datetime={at}>{formatTime(at, language)}</time>
);

/**
 * A table that is moved sideways where it does not fit; its rows begin with their names. Columns with numbers
 * are aligned to the right; a head without a text is none.
 */
export function table(
  {language}: View,
  label: string,
  heads: readonly string[],
  rows: readonly (readonly Child[])[],
  sums?: readonly Child[],
): Markup {
  const looks = heads.map((_, i) => (rows.some((row) => typeof row[i] === 'number') ? 'figure' : undefined));
  const line = ([name, ...cells]: readonly Child[]): Markup => (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, i) => (
        <td class={looks[i + 1]}>{typeof cell === 'number' ? formatNumber(cell, language) : cell}</td>
      ))}
    </tr>
  );
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head, i) =>
              head === '' ? (
                <td />
              ) : (
                <th scope="col" class={looks[i]}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{rows.map(line)}</tbody>
        {sums ? <tfoot>{line(sums)}</tfoot> : null}
      </table>
    </div>
  );
}
