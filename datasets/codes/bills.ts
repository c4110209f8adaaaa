/** Code tables of bills and of divisions of the House: statuses, readings, chambers, results, ballots. */
import type {CodeTable} from '../types.ts';

const HOUSE = 'in the House of Commons';
const SENATE = 'in the Senate';

/**
 * English words of LEGISinfo since 2021, and the stage codes of its earlier XML. French words are published
 * beside the English ones and not read here.
 */
export const BILL_STATUS: CodeTable = {
  name: 'status_code',
  help: 'how far a bill is; a bill of a finished session that is none of `ROYAL_ASSENT`, `DEFEATED`, `NOT_PROCEEDED_WITH`, `PRO_FORMA` is `NOT_ACTIVE`, one without a known status `UNKNOWN`',
  values: {
    HOUSE_AWAITING_FIRST_READING: [
      `Senate bill awaiting first reading ${HOUSE}`,
      `At awaiting first reading ${HOUSE}`,
    ],
    HOUSE_FIRST_READING: [`At first reading ${HOUSE}`, 'HouseAt1stReading', 'Introduced'],
    HOUSE_SECOND_READING: [`At second reading ${HOUSE}`, 'HouseAt2ndReading'],
    HOUSE_REFERRAL_TO_COMMITTEE_BEFORE_SECOND_READING: [
      `At referral to committee before second reading ${HOUSE}`,
      'HouseAtReferralToCommitteeBeforeSecondReading',
    ],
    HOUSE_OUTSIDE_ORDER_OF_PRECEDENCE: ['Outside the Order of Precedence'],
    HOUSE_IN_COMMITTEE: [`At consideration in committee ${HOUSE}`, 'HouseInCommittee'],
    HOUSE_CONSIDERATION_OF_COMMITTEE_REPORT: [
      `At consideration of committee report ${HOUSE}`,
      'HouseConsiderationOfCommitteeReport',
    ],
    HOUSE_REPORT_STAGE: [`At report stage ${HOUSE}`, 'HouseAtReportStage'],
    HOUSE_REPORT_STAGE_AND_SECOND_READING: [
      `At report stage and second reading ${HOUSE}`,
      'HouseAtReportStageAndSecondReading',
    ],
    HOUSE_THIRD_READING: [`At third reading ${HOUSE}`, 'HouseAt3rdReading'],
    HOUSE_CONSIDERATION_OF_AMENDMENTS: [
      `At consideration of amendments ${HOUSE}`,
      `At consideration ${HOUSE} of amendments made by the Senate`,
      'HouseConsiderationOfAmendments',
    ],
    SENATE_AWAITING_FIRST_READING: [
      `House of Commons bill awaiting first reading ${SENATE}`,
      `At awaiting first reading ${SENATE}`,
    ],
    SENATE_FIRST_READING: [`At first reading ${SENATE}`, 'SenateAt1stReading'],
    SENATE_SECOND_READING: [`At second reading ${SENATE}`, 'SenateAt2ndReading'],
    SENATE_IN_COMMITTEE: [`At consideration in committee ${SENATE}`, 'SenateInCommittee'],
    SENATE_CONSIDERATION_OF_COMMITTEE_REPORT: [
      `At consideration of committee report ${SENATE}`,
      'SenateConsiderationOfCommitteeReport',
    ],
    SENATE_REPORT_STAGE: [`At report stage ${SENATE}`, 'SenateAtReportStage'],
    SENATE_THIRD_READING: [`At third reading ${SENATE}`, 'SenateAt3rdReading'],
    SENATE_CONSIDERATION_OF_AMENDMENTS: [
      `At consideration of amendments ${SENATE}`,
      `At consideration ${SENATE} of amendments made by the House of Commons`,
      'SenateConsiderationOfAmendments',
    ],
    ROYAL_ASSENT_AWAITING: ['Awaiting royal assent', 'RoyalAssentAwaiting'],
    ROYAL_ASSENT: ['Royal assent received', 'RoyalAssentGiven'],
    PRO_FORMA: ['Introduced as pro forma bill'],
    DEFEATED: ['Bill defeated', 'BillDefeated'],
    NOT_PROCEEDED_WITH: ['Bill not proceeded with', 'WillNotBeProceededWith'],
    NOT_ACTIVE: ['Bill not active', 'BillNotActive'],
    UNKNOWN: [],
  },
  ignored: [],
  unknown: 'report',
};

/** Events of the XML before 2021 that complete a reading; all other events complete none. */
export const READING_EVENT: CodeTable = {
  name: 'reading_event',
  help: 'reading that an event completes, or royal assent',
  values: {
    first: ['First Reading', 'Introduction and First Reading'],
    second: [
      'Second Reading',
      'Second Reading and Referral to Committee',
      // A bill referred to committee before second reading receives it at report stage.
      'Concurrence at Report Stage and Second Reading',
    ],
    third: ['Third Reading'],
    royal_assent: ['Royal Assent'],
  },
  ignored: [],
  unknown: 'null',
};

export const CHAMBER: CodeTable = {
  name: 'chamber',
  help: '`House` of Commons or `Senate`',
  values: {
    House: ['1', 'HOC', 'House of Commons', 'Chambre des communes'],
    Senate: ['2', 'SEN', 'Sénat'],
  },
  ignored: ['0'],
  unknown: 'report',
};

export const DIVISION_RESULT: CodeTable = {
  name: 'division_result',
  help: 'outcome of a division',
  values: {
    Passed: ['Agreed To', 'Adoptée', 'Adopté'],
    Failed: ['Negatived', 'Rejetée', 'Rejeté'],
    Tie: ['Tied', 'Égalité', 'Égalité des voix'],
  },
  ignored: [],
  unknown: 'report',
};

export const BALLOT: CodeTable = {
  name: 'ballot',
  help: 'how a member voted; `Paired` only without a yea or nay',
  values: {
    Yea: ['Yes', 'Pour', 'Oui'],
    Nay: ['No', 'Contre', 'Non'],
    Paired: ['Pairé', 'Pairée', 'Apparié'],
  },
  ignored: [],
  unknown: 'report',
};

/**
 * Members whom the House lists with these words sit for no caucus: folded text that the name of one contains.
 */
export const NO_CAUCUS = 'independ[ae]nt|non-affiliated|no affiliation';
