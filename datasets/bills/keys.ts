/** Names of LEGISinfo's fields of a bill: those of its passage, and those that are not read. */

export const READINGS = ['First', 'Second', 'Third'] as const;
/** House first, then Senate, in the order of the readings. */
export const PASSED = ['House', 'Senate'].flatMap((chamber) =>
  READINGS.map((reading) => `Passed${chamber}${reading}ReadingDateTime`),
);

/** Keys of a bill that are not read, in the detail, the same in XML and the list of 2021 to 2024. */
export const UNUSED = `Id, NumberPrefix, Number, LongTitle, ShortTitle, StatusName, LatestCompletedMajorStageId,
  LatestCompletedMajorStageNameEn, LatestCompletedMajorStageNameFr, LatestCompletedMajorStageName,
  LatestCompletedMajorStageNameWithChamberSuffix, IsInSenatePreStudy,
  LatestCompletedMajorStageChamberOrganizationId, LatestCompletedMajorStageChamberNameEn,
  LatestCompletedMajorStageChamberNameFr, LatestCompletedMajorStageChamberName, OngoingStageId,
  OngoingStageNameEn, OngoingStageNameFr, OngoingStageName, LatestCompletedBillStageId,
  LatestCompletedBillStageNameEn, LatestCompletedBillStageNameFr, LatestCompletedBillStageName,
  LatestCompletedBillStageChamberOrganizationId, LatestCompletedBillStageChamberNameEn,
  LatestCompletedBillStageChamberNameFr, LatestCompletedBillStageChamberName,
  LatestCompletedBillStageDateTime, BillDocumentTypeId, BillDocumentTypeNameFr, BillDocumentTypeName,
  IsGovernmentBill, OriginatingChamberOrganizationId, OriginatingChamberNameEn, OriginatingChamberNameFr,
  OriginatingChamberName, IsHouseBill, IsSenateBill, SponsorSenateSystemAffiliationId,
  SponsorPersonOfficialFirstName, SponsorPersonOfficialLastName, SponsorPersonUsualFirstName,
  SponsorPersonMiddleName, SponsorPersonShortHonorificEn, SponsorPersonShortHonorificFr,
  SponsorPersonShortHonorific, SponsorAffiliationTitleEn, SponsorAffiliationTitleFr,
  SponsorAffiliationTitle, SponsorAffiliationRoleId, SponsorAffiliationRoleNameEn,
  SponsorAffiliationRoleNameFr, SponsorAffiliationRoleName, SponsorConstituencyId,
  SponsorConstituencyNameEn, SponsorConstituencyNameFr, SponsorConstituencyName,
  LatestBillEventEventTypeId, LatestBillEventTypeNameEn, LatestBillEventTypeNameFr,
  LatestBillEventStageId, LatestBillEventTypeName, LatestBillEventCommitteeDetails,
  LatestBillEventChamberOrganizationId, LatestBillEventChamberNameEn, LatestBillEventChamberNameFr,
  LatestBillEventChamberName, LatestBillEventNumberOfAmendments, LatestBillEventAmendmentNoteId,
  LatestBillEventMeetingNumber, LatestBillEventAdditionalInformationEn,
  LatestBillEventAdditionalInformationFr, LatestBillEventAdditionalInformation,
  DidReinstateFromPreviousSession, ReinstatedFromBillDocumentId, ReinstatedFromBillNumberCode,
  DidReinstateInNextSession, ReinstatedAsBillDocumentId, ReinstatedAsBillNumberCode,
  PassedFirstChamberFirstReading, PassedFirstChamberSecondReading, PassedFirstChamberThirdReading,
  PassedSecondChamberFirstReading, PassedSecondChamberSecondReading, PassedSecondChamberThirdReading,
  ConsideredDuringPreviousSitting, IsProForma, BillFormId, BillFormNameEn, BillFormNameFr, BillFormName,
  NotesEn, NotesFr, Notes, ShortLegislativeSummary, IsFullLegislativeSummaryAvailable, StatuteYear,
  StatuteChapter, BillStages, Publications, HouseVoteDetails, SenateVoteDetails, HouseRulingAndStatements,
  SenateRulingAndStatements, WebReferences, BibliographicNotices, SenatePreStudyCommitteeDetails,
  SimilarBills, IsDroppedFromSenateOrderPaper`;

/** The same of the list since 2025. */
export const UNUSED_IN_LISTS = `SearchScore, BillId, BillNumberPrefix, BillNumber, BillNumberSuffix, LatestBillMilestoneId,
  LatestCompletedMajorStageEn, LatestCompletedMajorStageFr, LatestCompletedMajorStageChamberId,
  DidReinstateFromPreviousSession, ParlSessionCode, ParlSessionEn, ParlSessionFr, OriginatingChamberId,
  BillTypeId, BillTypeFr, CurrentStatusId, MinistryId, SponsorId, SponsorFr, PoliticalAffiliationId,
  Highlight, LatestBillTextTypeId, LatestActivityEn, LatestActivityFr`;
