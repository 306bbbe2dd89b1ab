/** Shared by the parts of the attention list. */
import type { AttentionAct, AttentionGroup, AttentionItem } from '#contracts/attention.ts'
import type { StaffContext } from '#server/platform/context.ts'

export const hourMs = 3600_000
export const dayMs = 24 * hourMs

/** Items listed of each group; the rest is only counted. */
export const itemsPerGroup = 8

/** 1 is most urgent. */
export const ranks = {
  danger: 1,
  rejected: 2,
  urgent: 3,
  overdue: 4,
  promise: 5,
  unassigned: 6,
  outOfOrder: 7,
  fallen: 8,
  failedStop: 9,
  reporters: 10,
  unanswered: 11,
  duty: 12,
  certificate: 13,
  sticker: 14,
  webhook: 15,
  mailing: 16,
  round: 17,
  noCode: 18,
  zone: 19,
  slack: 20,
} as const
export type Rank = (typeof ranks)[keyof typeof ranks]

export const groupOf: Readonly<Record<Rank, AttentionGroup>> = {
  1: 'HELP',
  2: 'NOT_FIXED',
  3: 'HELP',
  4: 'LATE',
  5: 'LATE',
  6: 'ASSIGN',
  7: 'PLACES',
  8: 'PLACES',
  9: 'PLACES',
  10: 'REPLY',
  11: 'REPLY',
  12: 'UPKEEP',
  13: 'UPKEEP',
  14: 'UPKEEP',
  15: 'UPKEEP',
  16: 'UPKEEP',
  17: 'UPKEEP',
  18: 'UPKEEP',
  19: 'UPKEEP',
  20: 'UPKEEP',
}

/** An attention item before its floor is known. */
export interface FoundItem
  extends Omit<AttentionItem, 'floor' | 'group' | 'acts' | 'subjectId' | 'until' | 'priority' | 'assignee'> {
  readonly rank: Rank
  /** all actions that resolve it; the caller gets those they may take */
  readonly acts: readonly AttentionAct[]
  readonly subjectId?: string | null
  readonly until?: string | null
  readonly priority?: AttentionItem['priority']
  readonly assignee?: AttentionItem['assignee']
}

/** The first items found, and the total of each rank. */
export interface FoundItems {
  readonly items: readonly FoundItem[]
  readonly counts: readonly { readonly rank: Rank; readonly n: number }[]
}

export const nothing: FoundItems = { items: [], counts: [] }

type Needed = 'manage' | 'administer' | 'webhooks' | 'sharing'

const neededFor: Readonly<Record<AttentionAct, Needed>> = {
  ASSIGN: 'manage',
  SET_DUE: 'manage',
  FINISH: 'manage',
  REPLY: 'manage',
  MAKE_TASK: 'manage',
  COVER: 'manage',
  WORKS_AGAIN: 'administer',
  LINK_CODE: 'administer',
  NEW_CODE: 'administer',
  RENEW: 'administer',
  TRY_WEBHOOK: 'webhooks',
  PAUSE_WEBHOOK: 'webhooks',
  SWITCH_ON: 'webhooks',
  RESUME_MAILING: 'sharing',
  PAUSE_MAILING: 'sharing',
}

/** Whether the caller may call the endpoint of an action. */
export const mayOf = ({ actor }: StaffContext): ((act: AttentionAct) => boolean) => {
  const has: Readonly<Record<Needed, boolean>> =
    actor.kind === 'USER'
      ? {
          manage: true,
          administer: actor.roles.includes('ADMIN'),
          webhooks: actor.roles.includes('ADMIN'),
          sharing: actor.roles.includes('ADMIN'),
        }
      : actor.kind === 'KEY'
        ? {
            manage: actor.scopes.includes('write'),
            administer: actor.scopes.includes('write'),
            webhooks: actor.scopes.includes('webhooks:manage'),
            // No API key may manage sharing.
            sharing: false,
          }
        : { manage: false, administer: false, webhooks: false, sharing: false }
  return (act) => has[neededFor[act]]
}

export interface PlaceRow {
  readonly building_id: string | null
  readonly building_name: string | null
  readonly amenity_id: string | null
  readonly amenity_name: string | null
}

const refOf = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null ? null : { id, name: name ?? '' }

export const placeOf = (row: PlaceRow): Pick<FoundItem, 'building' | 'amenity'> => ({
  building: refOf(row.building_id, row.building_name),
  amenity: refOf(row.amenity_id, row.amenity_name),
})

/** The total from rows that each carry it. */
export const countOf = (rank: Rank, rows: readonly { readonly total: number }[]): FoundItems['counts'] =>
  rows[0] ? [{ rank, n: rows[0].total }] : []
