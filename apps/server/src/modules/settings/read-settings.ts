/** The tenant's settings for other modules. */

import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import type { Branding } from '#contracts/records.ts'
import type { DayNote, ReplyTemplate, Settings } from '#contracts/settings.ts'
import { addressOfImage } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { settingsDefaults } from './defaults.ts'

/** Sections as stored in the tenant's row: only what was changed. */
export interface StoredSettings {
  profile?: Partial<Settings['profile']>
  branding?: Partial<Settings['branding']>
  visitorLanguages?: VisitorLanguage[]
  notifications?: Partial<Settings['notifications']>
  privacy?: Partial<Settings['privacy']>
  work?: Partial<Settings['work']>
  dayNotes?: DayNote[]
  replyTemplates?: ReplyTemplate[]
}

export interface TenantRow {
  id: string
  slug: string
  name: string
  time_zone: string
  settings: StoredSettings
  version: number
}

const isVisitorLanguage = (tag: string): tag is VisitorLanguage =>
  (visitorLanguages as readonly string[]).includes(tag)

/** All languages, that of the locale first. */
const defaultLanguages = (locale: string): VisitorLanguage[] => {
  const own = locale.split('-')[0] ?? 'en'
  const all = settingsDefaults.visitorLanguages
  return isVisitorLanguage(own) ? [own, ...all.filter((language) => language !== own)] : [...all]
}

/** The settings of a tenant's row. */
export const settingsOf = (ctx: TenantContext, row: TenantRow): Settings => {
  const stored = row.settings
  const profile = {
    ...settingsDefaults.profile,
    ...stored.profile,
    name: row.name,
    timeZone: storedZone(row.time_zone),
  }
  return {
    id: row.id,
    slug: row.slug,
    profile,
    branding: {
      ...settingsDefaults.branding,
      publicName: row.name,
      ...stored.branding,
      logoUrl: stored.branding?.logoKey ? addressOfImage(ctx, stored.branding.logoKey) : null,
    },
    visitorLanguages: stored.visitorLanguages ?? defaultLanguages(profile.locale),
    notifications: { ...settingsDefaults.notifications, ...stored.notifications },
    privacy: { ...settingsDefaults.privacy, ...stored.privacy },
    work: { ...settingsDefaults.work, ...stored.work },
    dayNotes: stored.dayNotes ?? [],
    replyTemplates: stored.replyTemplates ?? [],
    version: row.version,
  }
}

/** The tenant's settings, with defaults for what was not changed. */
export const readSettings = async (ctx: TenantContext): Promise<Settings> => {
  const [row] = await ctx.run<TenantRow>(
    'select id, slug, name, time_zone, settings, version from tenant where id = $1',
    [ctx.tenantId],
  )
  if (!row) throw notFound()
  return settingsOf(ctx, row)
}

/** Day notes, oldest first. */
export const readDayNotes = async (ctx: TenantContext): Promise<readonly DayNote[]> => {
  const [row] = await ctx.run<{ notes: DayNote[] | null }>(
    `select settings -> 'dayNotes' as notes from tenant where id = $1`,
    [ctx.tenantId],
  )
  return row?.notes ?? []
}

/** The language of a member; for others, or without a supported one, the tenant's first. */
export const callerLanguage = async (ctx: TenantContext): Promise<VisitorLanguage> => {
  if (ctx.actor.kind !== 'USER') return tenantLanguage(ctx)
  const [row] = await ctx.run<{ language: string }>(
    'select language from app_user where tenant_id = $1 and id = $2',
    [ctx.tenantId, ctx.actor.id],
  )
  const own = row?.language.split('-', 1)[0]?.toLowerCase() ?? ''
  return isVisitorLanguage(own) ? own : tenantLanguage(ctx)
}

/** The tenant's first visitor language: for names of its status items, types and stickers. */
export const tenantLanguage = async (ctx: TenantContext): Promise<VisitorLanguage> => {
  const { visitorLanguages: languages } = await readSettings(ctx)
  return languages[0] ?? 'en'
}

/** The branding of visitors' pages. */
export const brandingOf = ({ branding }: Settings): Branding => ({
  name: branding.publicName,
  colour: branding.accent,
  logoUrl: branding.logoUrl,
  contact: branding.contact,
  privacyUrl: branding.privacyUrl,
})
