/** What the arena says in words. */
import type { BadgeCode, Caps, EntryKind, Weights } from '#contracts/arena/records.ts'
import type { ArenaActor, RealmContext } from '#server/platform/context.ts'
import { type DeskLanguage, deskLanguage } from '#server/platform/mail/layout.ts'
import { de } from './de.ts'
import { en } from './en.ts'

export interface ArenaWords {
  /** why a line was written */
  readonly kinds: Readonly<Record<EntryKind, string>>
  /** of a line that a cap made smaller */
  readonly capped: string
  /** one sentence for each rule */
  readonly rules: (weights: Weights, caps: Caps) => string[]
  /** how luck is corrected, one sentence each */
  readonly corrections: readonly string[]
  readonly badges: Readonly<Record<BadgeCode, readonly [name: string, condition: string]>>
  readonly ownTeam: string
  /** notes below a simulation */
  readonly simulation: Readonly<Record<'tooFew' | 'capped' | 'leftOut', string>>
}

const words: Readonly<Record<DeskLanguage, ArenaWords>> = { en, de }

const languageText = `select coalesce(
    (select language from app_user where tenant_id = $1 and id = $2),
    (select settings -> 'profile' ->> 'locale' from tenant where id = $1)) as language`

export const wordsIn = (language: string | null | undefined): ArenaWords => words[deskLanguage(language)]

/** Words in the language of the player, or of the organisation for a wall. */
export const wordsFor = async (
  ctx: Pick<RealmContext<ArenaActor>, 'run' | 'tenantId' | 'actor'>,
): Promise<ArenaWords> => {
  const [row] = await ctx.run<{ language: string | null }>(languageText, [
    ctx.tenantId,
    ctx.actor.kind === 'PLAYER' ? ctx.actor.userId : null,
  ])
  return wordsIn(row?.language)
}
