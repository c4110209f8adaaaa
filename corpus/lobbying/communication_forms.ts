/** The CSV files of the communications archive, in today's headers and in those before 2024. */
import type {FileForm} from '../files/csv.ts';
import {REGISTRATION_FORMS, registryForm} from './registration_forms.ts';

const bom = true;

/** By what the rows are. */
export const COMMUNICATION_FORMS = {
  primary: registryForm(
    'Communication_PrimaryExport.csv',
    `COMLOG_ID CLIENT_ORG_CORP_NUM EN_CLIENT_ORG_CORP_NM_AN FR_CLIENT_ORG_CORP_NM REGISTRANT_NUM_DECLARANT
      RGSTRNT_LAST_NM_DCLRNT RGSTRNT_1ST_NM_PRENOM_DCLRNT COMM_DATE REG_TYPE_ENR SUBMISSION_DATE_SOUMISSION
      POSTED_DATE_PUBLICATION PREV_COMLOG_ID_PRECEDNT`,
    {bom},
  ),
  officials: registryForm(
    'Communication_DpohExport.csv',
    `COMLOG_ID DPOH_LAST_NM_TCPD DPOH_FIRST_NM_PRENOM_TCPD DPOH_TITLE_TITRE_TCPD BRANCH_UNIT_DIRECTION_SERVICE
      OTHER_INSTITUTION_AUTRE INSTITUTION`,
  ),
  subjects: registryForm(
    'Communication_SubjectMattersExport.csv',
    'COMLOG_ID SUBJECT_CODE_OBJET CUSTOM_SUBJ_OBJET_PERSO',
    {bom},
  ),
  details: registryForm(
    'Communication_SubjectMatterDetailsExport.csv',
    'COMLOG_ID SUBJECT_CODE_OBJET DESCRIPTION NEED_REV_REQ',
    {encoding: 'windows-1252'},
  ),
  codes: REGISTRATION_FORMS.codes,
} as const satisfies Record<string, FileForm>;

export type CommunicationFile = keyof typeof COMMUNICATION_FORMS;

export const COMMUNICATION_ZIP = 'synthetic-communications_ocl_cal.zip';
