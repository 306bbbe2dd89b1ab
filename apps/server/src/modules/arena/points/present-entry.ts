/** Lines as the player reads them. */
import type { Entry, EntryKind, EntryState } from '#contracts/arena/records.ts'
import type { TaskStatus } from '#contracts/records.ts'
import type { ArenaWords } from '../words/words.ts'

export interface ShownEntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: EntryKind
  readonly points: number
  readonly full_points: number
  readonly state: EntryState
  readonly credit_at: Date | null
  readonly reverses: string | null
  readonly task_id: string | null
  readonly task_number: number | null
  readonly task_title: string | null
  readonly task_status: TaskStatus | null
  readonly season_id: string | null
  readonly season_name: string | null
  readonly dispute_state: 'OPEN' | 'UPHELD' | 'REVERSED' | null
  readonly decision_reason: string | null
}

/** Of entry `e`, with its task `t`, season `s` and dispute `d`. */
export const entryColumns = `e.id, e.at, e.kind, e.points, e.full_points, e.state, e.credit_at, e.reverses,
  t.id as task_id, t.number as task_number, t.title as task_title, t.status as task_status,
  s.id as season_id, s.name as season_name, d.state as dispute_state, d.decision_reason`
export const entryJoins = `left join task t on t.tenant_id = $1 and t.id = e.task_id
  left join arena_season s on s.tenant_id = $1 and s.id = e.season_id
  left join arena_dispute d on d.tenant_id = $1 and d.entry_id = e.id`

const isCapped = ({ state, kind, points, full_points }: ShownEntryRow): boolean =>
  state !== 'REVERSED' && kind !== 'REVERSAL' && points < full_points

export const presentEntry = (row: ShownEntryRow, words: ArenaWords): Entry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  points: row.points,
  state: row.state,
  rule: isCapped(row) ? `${words.kinds[row.kind]}. ${words.capped}.` : words.kinds[row.kind],
  task:
    row.task_id !== null && row.task_number !== null && row.task_status !== null
      ? { id: row.task_id, number: row.task_number, title: row.task_title ?? '', status: row.task_status }
      : null,
  creditAt: row.state === 'PENDING' && row.credit_at ? row.credit_at.toISOString() : null,
  reverses: row.reverses,
  capped: isCapped(row),
  season: row.season_id === null ? null : { id: row.season_id, name: row.season_name ?? '' },
  dispute: row.dispute_state && { state: row.dispute_state, reason: row.decision_reason },
})
