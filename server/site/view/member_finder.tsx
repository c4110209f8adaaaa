/** Where people find who their member is: boundaries of ridings are in no dataset here. */
import {addressIn} from '../french_sources.ts';
import {external, sentence} from './kit.tsx';
import type {Markup, View} from './types.ts';

const MEMBER_SEARCH = 'https://www.ourcommons.ca/members/en/search';

/** The sentence that leads to the searches by postal code of the House and of Elections Canada. */
export const memberFinder = (view: View): Markup => {
  const {t, language} = view;
  const elections = `https://www.elections.ca/Scripts/vis/FindED?L=${language === 'fr' ? 'f' : 'e'}&QID=-1&PAGEID=20`;
  return (
    <p class="note" id="finder">
      {sentence(view, 'votes.finder', {
        house: external(addressIn(language, MEMBER_SEARCH), t('votes.finder_house')),
        elections: external(elections, t('votes.finder_elections')),
      })}
    </p>
  );
};
