/** What the arena says in words. */
import type { BadgeCode, Caps, EntryKind, Weights } from '#contracts/arena/records.ts'
import { baseLanguage } from '#contracts/kit/language.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { ArenaActor, RealmContext, TenantContext } from '#server/platform/context.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { tr } from './tr.ts'
import { zh } from './zh.ts'

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

const words: Readonly<Record<VisitorLanguage, ArenaWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  tr,
  ar,
  zh,
  ja,
}

const languageText = `select coalesce(
    (select language from app_user where tenant_id = $1 and id = $2),
    (select settings -> 'profile' ->> 'locale' from tenant where id = $1)) as language`

const spoken = (tag: string | null | undefined): VisitorLanguage | undefined => {
  const base = baseLanguage(tag)
  return visitorLanguages.find((language) => language === base)
}

/** Words in the language of a member, or of the organisation for none. */
export const wordsOf = async (
  ctx: Pick<TenantContext, 'run' | 'tenantId'>,
  userId: string | null,
): Promise<ArenaWords> => {
  const [row] = await ctx.run<{ language: string | null }>(languageText, [ctx.tenantId, userId])
  return words[spoken(row?.language) ?? 'en']
}

/** Words in the language of the player’s phone, else of their account; of the organisation for a wall. */
export const wordsFor = async (
  ctx: Pick<RealmContext<ArenaActor>, 'run' | 'tenantId' | 'actor' | 'languages'>,
): Promise<ArenaWords> => {
  if (ctx.actor.kind === 'KIOSK') return wordsOf(ctx, null)
  const asked = ctx.languages.map(spoken).find((language) => language !== undefined)
  return asked ? words[asked] : wordsOf(ctx, ctx.actor.userId)
}
