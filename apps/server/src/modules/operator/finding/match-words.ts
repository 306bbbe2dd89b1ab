/** Reasons why somebody fits a task or does not, in the reader's language. */
import { skillNames } from '#contracts/catalogue/skill-names.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import type { StaffContext } from '#server/platform/context.ts'

/** Name of a skill; a custom one is derived from its code. */
const skillIn =
  (language: keyof typeof skillNames) =>
  (code: string): string => {
    const names: Readonly<Record<string, string>> = skillNames[language]
    return (Object.hasOwn(names, code) ? names[code] : undefined) ?? nameOfIssue(code, {}, language)
  }

const en = {
  onDuty: 'On duty now',
  offDuty: 'Not on duty now',
  hasSkill: (skill: string) => `Has the skill ${skill}`,
  lacksSkill: (skill: string) => `Does not have the skill ${skill}`,
  certified: (skill: string) => `Has a valid certificate for ${skill}`,
  certificateOver: (skill: string) => `The certificate for ${skill} has expired`,
  covers: (building: string) => `Covers ${building}`,
  coversAnywhere: 'Covers this kind of work',
  coversNot: (building: string) => `Does not cover ${building}`,
  coversNotKind: 'Does not cover this kind of work',
  contractOver: (company: string) => `No current contract with ${company}`,
  free: 'Has no open tasks',
  loaded: (count: number, most: number | null) =>
    most === null
      ? `Has ${count} open ${count === 1 ? 'task' : 'tasks'}`
      : `Has ${count} of at most ${most} open tasks`,
  full: (count: number, most: number) => `At capacity: ${count} of at most ${most} open tasks`,
}
export type MatchWords = typeof en

const de: MatchWords = {
  onDuty: 'Jetzt im Dienst',
  offDuty: 'Jetzt nicht im Dienst',
  hasSkill: (skill) => `Hat die Fähigkeit ${skill}`,
  lacksSkill: (skill) => `Hat die Fähigkeit ${skill} nicht`,
  certified: (skill) => `Hat einen gültigen Nachweis für ${skill}`,
  certificateOver: (skill) => `Der Nachweis für ${skill} ist abgelaufen`,
  covers: (building) => `Ist für ${building} zuständig`,
  coversAnywhere: 'Ist für diese Arbeit zuständig',
  coversNot: (building) => `Ist für ${building} nicht zuständig`,
  coversNotKind: 'Ist für diese Arbeit nicht zuständig',
  contractOver: (company) => `Derzeit kein Vertrag mit ${company}`,
  free: 'Hat keine offenen Aufgaben',
  loaded: (count, most) =>
    most === null ? `Offene Aufgaben: ${count}` : `Offene Aufgaben: ${count} von höchstens ${most}`,
  full: (count, most) => `Ausgelastet: ${count} von höchstens ${most} offenen Aufgaben`,
}

const named = (words: typeof en, language: keyof typeof skillNames): MatchWords => {
  const nameOf = skillIn(language)
  return {
    ...words,
    hasSkill: (code) => words.hasSkill(nameOf(code)),
    lacksSkill: (code) => words.lacksSkill(nameOf(code)),
    certified: (code) => words.certified(nameOf(code)),
    certificateOver: (code) => words.certificateOver(nameOf(code)),
  }
}
const english = named(en, 'en')
const german = named(de, 'de')

const languageText = `select coalesce((select language from app_user where tenant_id = $1 and id = $2),
  settings -> 'profile' ->> 'locale', 'en') as language from tenant where id = $1`

export const readMatchWords = async (ctx: StaffContext): Promise<MatchWords> => {
  const [row] = await ctx.run<{ language: string }>(languageText, [ctx.tenantId, ctx.actor.id])
  return row?.language.startsWith('de') ? german : english
}
