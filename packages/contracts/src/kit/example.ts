/** One valid call of an endpoint, used by the documentation, the reference page, the tests and the fuzzer. */

/** Records that an example may name: invented ones in the documentation, those of a tenant in the tests. */
export interface World {
  readonly buildingId: string
  readonly locationId: string
  readonly amenityId: string
  /** of the amenity */
  readonly qrCode: string
  /** a spare code */
  readonly freeCode: string
  readonly amenityTypeId: string
  readonly statusItemId: string
  readonly taskId: string
  readonly otherTaskId: string
  readonly alertRuleId: string
  readonly scheduleId: string
  readonly routingRuleId: string
  readonly feedbackId: string
  readonly trackingToken: string
  /** a manager, and a member who may do the work */
  readonly userId: string
  readonly technicianId: string
  /** has not accepted the invitation yet */
  readonly invitedId: string
  readonly companyId: string
  /** without an account */
  readonly operatorId: string
  readonly apiKeyId: string
  readonly dataExportId: string
  readonly webhookId: string
  readonly webhookDeliveryId: string
  readonly shareLinkId: string
  /** a SCREEN link, and the code that a wall shows */
  readonly screenLinkId: string
  readonly pairingCode: string
  readonly mailingId: string
  /** both received: one offered, one accepted */
  readonly offeredGrantId: string
  readonly receivedGrantId: string
  readonly jobName: string
  /** of a season that runs; the entry is of the player, the kudos are not */
  readonly arenaSeasonId: string
  readonly arenaChallengeId: string
  readonly arenaEntryId: string
  readonly otherPlayerId: string
  readonly kudosId: string
  readonly arenaRewardId: string
  /** open */
  readonly arenaDisputeId: string
  readonly arenaRedemptionId: string
  /** as super admins see it */
  readonly tenantId: string
  readonly tenantSlug: string
  /** of the person who signs in */
  readonly email: string
  readonly password: string
  readonly refreshToken: string
  readonly googleCredential: string
  readonly microsoftAccessToken: string
  /** of the tenant's scout; the round is under way, and the inspection is its stop */
  readonly scout: {
    readonly activationCode: string
    readonly refreshToken: string
    readonly templateId: string
    readonly roundId: string
    /** another one, that waits for its review */
    readonly submittedRoundId: string
    readonly stopId: string
    readonly findingId: string
    readonly mediaId: string
    readonly conflictId: string
  }
  /** a id of a record that this endpoint creates by its own example; the other fields are for what takes more */
  made(maker: Named): string
  /** the word, that starts with `word` and that no record has yet; may be used before an `@` */
  fresh(word: string): string
}

interface Named {
  readonly name: string
}

export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const id = (tail: number): string => `01940a3b-7c1e-7f00-8a00-${String(tail).padStart(12, '0')}`

/** The same for the same name, above the ids that are given by hand. */
const idFor = (name: string): string =>
  id(1000 + [...name].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_000, 0))

/** The world of /docs and OpenAPI. */
export const documented: World = {
  buildingId: id(1),
  locationId: id(2),
  amenityId: id(3),
  qrCode: '7KQ2M9X4T6B8R1DVWNZC',
  freeCode: 'H3J5P0S2Y8F6G4A9EWKT',
  amenityTypeId: id(4),
  statusItemId: id(5),
  taskId: id(6),
  otherTaskId: id(7),
  alertRuleId: id(8),
  scheduleId: id(20),
  routingRuleId: id(15),
  feedbackId: id(9),
  trackingToken: 'TRACKING_TOKEN',
  userId: id(10),
  technicianId: id(11),
  invitedId: id(12),
  apiKeyId: id(13),
  dataExportId: id(14),
  webhookId: id(40),
  webhookDeliveryId: id(41),
  companyId: id(17),
  operatorId: id(16),
  shareLinkId: id(50),
  screenLinkId: id(51),
  pairingCode: 'K7WP3M',
  mailingId: id(52),
  offeredGrantId: id(53),
  receivedGrantId: id(54),
  jobName: 'limits',
  arenaSeasonId: id(60),
  arenaChallengeId: id(61),
  arenaEntryId: id(62),
  otherPlayerId: id(63),
  kudosId: id(64),
  arenaRewardId: id(65),
  arenaDisputeId: id(66),
  arenaRedemptionId: id(67),
  tenantId: id(60),
  tenantSlug: 'riverside',
  email: 'manager@demo.example',
  password: 'YOUR_PASSWORD',
  refreshToken: 'REFRESH_TOKEN',
  googleCredential: 'GOOGLE_ID_TOKEN',
  microsoftAccessToken: 'MICROSOFT_ACCESS_TOKEN',
  scout: {
    activationCode: 'K7WP3-M2N4Q',
    refreshToken: 'REFRESH_TOKEN',
    templateId: id(60),
    roundId: id(61),
    submittedRoundId: id(66),
    stopId: id(62),
    findingId: id(63),
    mediaId: id(64),
    conflictId: id(65),
  },
  made: ({ name }) => idFor(name),
  fresh: (word) => word,
}
