/** Adds, updates and removes super admins. They are members of no tenant. */
import { hashPassword, verifyPassword } from '#server/modules/auth/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { appendNote, type Run } from '../audit/append.ts'
import { inPlatform } from '../in-platform.ts'
import { hashOfCode, newRecoveryCodes, newSecret, otpauthAddress } from './totp.ts'

export interface PlatformSignIn {
  readonly email: string
  readonly password: string
  /** base32 */
  readonly totpSecret: string
}

interface StoredUser {
  id: string
  password_hash: string
  totp_secret: string
}

const findText = 'select id, password_hash, totp_secret from platform_user where email = $1'
const saveText = `insert into platform_user (id, email, name, password_hash, totp_secret, recovery_codes, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (email) do update set password_hash = excluded.password_hash, totp_secret = excluded.totp_secret,
    recovery_codes = excluded.recovery_codes, last_step = 0
  returning id`
const endText = 'update platform_session set ended_at = $2 where user_id = $1 and ended_at is null'
const removeText = 'delete from platform_user where email = $1 returning id'

const nameOf = (email: string): string => email.split('@')[0] ?? email

const noteOf = async (
  { keys, clock }: Platform,
  run: Run,
  action: 'userAdded' | 'userChanged' | 'userRemoved',
  email: string,
): Promise<void> =>
  appendNote(run, keys, {
    at: clock.now(),
    actor: { id: null, email: 'operator' },
    action,
    target: email,
    requestId: 'operator',
  })

/** Replaces password and second factor of one that is there, and ends its sessions. */
const saveUser = async (
  platform: Platform,
  { email, password, totpSecret }: PlatformSignIn,
  recoveryCodes: readonly string[],
): Promise<void> => {
  const now = platform.clock.now()
  const hash = await hashPassword(password)
  await inPlatform(platform, async (run) => {
    const [before] = await run<StoredUser>(findText, [email])
    const [user] = await run<{ id: string }>(saveText, [
      newId(now.getTime()),
      email,
      nameOf(email),
      hash,
      platform.keys.encrypt('totp', totpSecret),
      recoveryCodes.map(hashOfCode),
      now,
    ])
    if (before) await run(endText, [user?.id, now])
    await noteOf(platform, run, before ? 'userChanged' : 'userAdded', email)
  })
}

/** Makes or updates the super admin of the settings; nothing happens where all of it is as before. */
export const ensureSuperAdmin = async (platform: Platform, given: PlatformSignIn): Promise<void> => {
  const [known] = await inPlatform(platform, (run) => run<StoredUser>(findText, [given.email]))
  const isSame =
    known &&
    platform.keys.decrypt('totp', known.totp_secret) === given.totpSecret &&
    (await verifyPassword(given.password, known.password_hash))
  if (!isSame) await saveUser(platform, given, [])
}

/** @returns what is shown once */
export const addSuperAdmin = async (
  platform: Platform,
  email: string,
  password: string,
): Promise<{ readonly address: string; readonly recoveryCodes: readonly string[] }> => {
  const totpSecret = newSecret()
  const recoveryCodes = newRecoveryCodes()
  await saveUser(platform, { email, password, totpSecret }, recoveryCodes)
  return { address: otpauthAddress(totpSecret, email), recoveryCodes }
}

/** @returns whether there was one; its sessions end with it */
export const removeSuperAdmin = (platform: Platform, email: string): Promise<boolean> =>
  inPlatform(platform, async (run) => {
    const gone = await run(removeText, [email])
    if (gone.length > 0) await noteOf(platform, run, 'userRemoved', email)
    return gone.length > 0
  })
