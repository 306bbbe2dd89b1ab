/** The demo tenant Harbour Campus: the same on every machine, except for its password and its last day. */
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashPassword } from '#server/modules/auth/public.ts'
import { issueActivation } from '#server/modules/scout/scouts/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { isTaken } from '#server/platform/db/unique.ts'
import { newId } from '#server/platform/ids.ts'
import { demoScout } from './demo/inspections.ts'
import { type DemoPerson, demoPeople, emailOf, signInKeys } from './demo/people.ts'
import { demoCode } from './demo/places.ts'
import { seedPlatform } from './demo/platform.ts'
import { demoStart, writeDemo } from './demo/write.ts'
import { recordOperatorAction } from './operator.ts'
import { asSystem, demoSlug, listTenants } from './tenants.ts'

export interface Demo {
  /** password of admin@, manager@ and technician@demo.example */
  readonly password: string
  readonly people: readonly {
    readonly email: string
    readonly name: string
    readonly roles: DemoPerson['roles']
  }[]
  /** code of the first washroom */
  readonly qrCode: string
  /** fresh; null: the scout of the demo has a phone */
  readonly scoutCode: string | null
  /** runs the platform; the same password */
  readonly superAdmin: { readonly email: string; readonly totpSecret: string }
}

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** Four groups of four characters, easy to type: 79 bits. */
const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from(randomBytes(4), (byte) => letters[byte % letters.length]).join(''),
  ).join('-')

const passwordFile = ({ config }: Platform): string => path.join(config.dataDir, 'demo-password')

const readPassword = async (platform: Platform): Promise<string | undefined> => {
  try {
    return (await readFile(passwordFile(platform), 'utf8')).trim() || undefined
  } catch {
    return undefined
  }
}

const keepPassword = async (platform: Platform, password: string): Promise<void> => {
  await mkdir(platform.config.dataDir, { recursive: true })
  await writeFile(passwordFile(platform), `${password}\n`, { mode: 0o600 })
}

const findDemo = async (platform: Platform): Promise<string | undefined> =>
  (await listTenants(platform)).find(({ slug }) => slug === demoSlug)?.id

/** Used if the password file was lost, or the database is from another machine. */
const resetPassword = async (platform: Platform, tenantId: string): Promise<string> => {
  const password = newPassword()
  const hash = await hashPassword(password)
  await asSystem(platform, tenantId, platform.clock.now(), async (ctx) => {
    await ctx.db
      .updateTable('app_user')
      .set((eb) => ({ password_hash: hash, version: eb('version', '+', 1) }))
      .where('email', 'in', signInKeys.map(emailOf))
      .where('removed_at', 'is', null)
      .execute()
    recordOperatorAction(ctx, 'operator.resetDemo')
  })
  await keepPassword(platform, password)
  return password
}

const makeDemo = async (platform: Platform): Promise<string> => {
  const now = platform.clock.now()
  const password = newPassword()
  const hash = await hashPassword(password)
  await asSystem(platform, newId(demoStart(now).getTime()), demoStart(now), async (ctx) => {
    await writeDemo(ctx, hash, now)
    recordOperatorAction({ ...ctx, now }, 'operator.makeDemo')
    // Before the commit, so that a visible tenant always has a stored password.
    await keepPassword(platform, password)
  })
  return password
}

const codeOfScout = async (platform: Platform): Promise<string | null> => {
  const tenantId = await findDemo(platform)
  if (tenantId === undefined) return null
  return asSystem(platform, tenantId, platform.clock.now(), async (ctx) => {
    const [scout] = await ctx.run<{ id: string }>(
      "select id from scout where tenant_id = $1 and alias = $2 and state = 'INVITED' for update",
      [tenantId, demoScout],
    )
    return scout ? (await issueActivation(ctx, scout.id)).activationCode : null
  })
}

/** Creates the demo tenant, or reads the password of an existing one. */
export const seedDemo = async ({ platform }: { readonly platform: Platform }): Promise<Demo> => {
  let tenantId = await findDemo(platform)
  let password = tenantId === undefined ? undefined : await readPassword(platform)
  if (tenantId === undefined) {
    try {
      password = await makeDemo(platform)
    } catch (error) {
      // Another instance has created it at the same moment.
      if (!isTaken(error)) throw error
      tenantId = await findDemo(platform)
      if (tenantId === undefined) throw error
      password = await readPassword(platform)
    }
  }
  const shown = password ?? (await resetPassword(platform, tenantId ?? ''))
  return {
    password: shown,
    people: demoPeople.map(({ key, name, roles }) => ({ email: emailOf(key), name, roles })),
    qrCode: demoCode(1),
    scoutCode: await codeOfScout(platform),
    superAdmin: await seedPlatform(platform, shown),
  }
}
