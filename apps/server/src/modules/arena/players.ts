/** Players: members in the arena, under an id and an alias of their own. */
import { randomInt } from 'node:crypto'
import { type Avatar, avatars, type Player, type Visibility } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { foldText } from '#server/platform/fold-text.ts'
import { newId } from '#server/platform/ids.ts'

export interface PlayerRow {
  readonly id: string
  readonly user_id: string | null
  readonly alias: string
  readonly avatar: Avatar
  readonly visibility: Visibility
  readonly opted_in: boolean
  readonly joined_at: Date | null
  readonly version: number
  /** of the member; null once they are gone */
  readonly name: string | null
  readonly company_id: string | null
  readonly company_name: string | null
}

/** Columns of a player `p` and of the member and company behind it; company `c` by operator record `o`. */
export const playerColumns = `p.id, p.user_id, p.alias, p.avatar, p.visibility, p.opted_in, p.joined_at, p.version,
  u.name, c.id as company_id, c.name as company_name`
export const playerJoins = `left join app_user u on u.tenant_id = $1 and u.id = p.user_id
  left join lateral (select company_id from operator where tenant_id = $1 and user_id = p.user_id limit 1) o on true
  left join company c on c.tenant_id = $1 and c.id = o.company_id`

/** Whether other players may see player `p`. */
export const isShown = `p.opted_in and p.visibility <> 'HIDDEN'`

interface Reader {
  /** company of the reader; null: the own team; undefined: a wall or an administrator, who see aliases */
  readonly companyId: string | null | undefined
  /** name of the team of members without a company, in the reader's language */
  readonly ownTeam: string
}

/** A player as this reader sees one. */
export const presentPlayer = (row: PlayerRow, reader: Reader): Player => ({
  id: row.id,
  displayName:
    row.visibility === 'TEAM' && reader.companyId === row.company_id && row.name !== null
      ? row.name
      : row.alias,
  avatar: row.avatar,
  team: { id: row.company_id, name: row.company_name ?? reader.ownTeam },
})

const firstWords = [
  'Bright',
  'Brisk',
  'Calm',
  'Clever',
  'Gentle',
  'Golden',
  'Happy',
  'Keen',
  'Kind',
  'Lively',
  'Lucky',
  'Merry',
  'Quiet',
  'Silver',
  'Steady',
  'Sunny',
] as const
const secondWords = [
  'Badger',
  'Beaver',
  'Falcon',
  'Finch',
  'Fox',
  'Heron',
  'Lynx',
  'Marten',
  'Otter',
  'Owl',
  'Puffin',
  'Robin',
  'Seal',
  'Stork',
  'Swift',
  'Wren',
] as const

const oneOf = <T>(words: readonly T[]): T => words[randomInt(words.length)] as T

/** As aliases are compared. */
export const foldedAlias = (alias: string): string => foldText(alias).trim()

const insertText = `insert into arena_player (tenant_id, id, user_id, alias, alias_folded, avatar, opted_in)
  values ($1, $2, $3, $4, $5, $6, false) on conflict do nothing`

/** The player of a member, made on the first visit with an alias of two words. @returns its id */
export const playerOf = async (ctx: TenantContext, userId: string): Promise<string> => {
  const find = async (): Promise<string | undefined> => {
    const [row] = await ctx.run<{ id: string }>(
      'select id from arena_player where tenant_id = $1 and user_id = $2',
      [ctx.tenantId, userId],
    )
    return row?.id
  }
  let found = await find()
  for (let attempt = 0; found === undefined && attempt < 5; attempt += 1) {
    const alias = `${oneOf(firstWords)} ${oneOf(secondWords)} ${randomInt(10, 100)}`
    await ctx.run(insertText, [
      ctx.tenantId,
      newId(ctx.now.getTime()),
      userId,
      alias,
      foldedAlias(alias),
      oneOf(avatars),
    ])
    found = await find()
  }
  if (found === undefined) throw new Error('No free alias was found')
  return found
}

export const readPlayer = async (
  ctx: TenantContext,
  id: string,
  lock = '',
): Promise<PlayerRow | undefined> => {
  const [row] = await ctx.run<PlayerRow>(
    `select ${playerColumns} from arena_player p ${playerJoins} where p.tenant_id = $1 and p.id = $2 ${lock}`,
    [ctx.tenantId, id],
  )
  return row
}
