import { openPlatformSession } from '#contracts/super-admin/session.ts'
import { verifyPassword, withMinimumTime } from '#server/modules/auth/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { signInFailed } from '#server/platform/errors.ts'
import { signRealmToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { appendNote, type Run } from '../audit/append.ts'
import { inPlatform } from '../in-platform.ts'
import { hashOfCode, newSecret, stepOf } from './totp.ts'

const minutes = 30
const atOnce = 3

interface UserRow {
  id: string
  email: string
  name: string
  password_hash: string
  totp_secret: string
}

const userText = 'select id, email, name, password_hash, totp_secret from platform_user where email = $1'
// One conditional update decides who of two with the same code gets in.
const stepText = 'update platform_user set last_step = $2 where id = $1 and last_step < $2 returning id'
const recoverText = `update platform_user set recovery_codes = array_remove(recovery_codes, $2)
  where id = $1 and $2 = any(recovery_codes) returning id`
const openText = 'insert into platform_session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)'
const endOldText = `update platform_session set ended_at = $2 where user_id = $1 and ended_at is null and expires_at > $2
  and id not in (select id from platform_session where user_id = $1 and ended_at is null and expires_at > $2
    order by created_at desc, id desc limit ${atOnce})`

/** For addresses of nobody, so that the same work is done for them. */
const nobodysSecret = newSecret()

/** Spends the second factor, in the transaction of the session that it opens. */
const spend = async (run: Run, user: UserRow, secret: string, code: string, now: Date): Promise<boolean> => {
  const step = stepOf(secret, code, now)
  const spent =
    step === undefined
      ? await run(recoverText, [user.id, hashOfCode(code)])
      : await run(stepText, [user.id, step])
  return spent.length === 1
}

export default serve(openPlatformSession)((ctx: PublicContext, { body: { email, password, totp } }) =>
  withMinimumTime(async () => {
    const { platform, now, requestId } = ctx
    const { keys } = platform
    const [user] = await inPlatform(platform, (run) => run<UserRow>(userText, [email]))
    const isRight = await verifyPassword(password, user?.password_hash)
    const secret = (user && keys.decrypt('totp', user.totp_secret)) ?? nobodysSecret
    const sessionId = newId(now.getTime())
    const expiresAt = new Date(now.getTime() + minutes * 60_000)
    const opened = await inPlatform(platform, async (run) => {
      const isIn = user !== undefined && isRight && (await spend(run, user, secret, totp, now))
      if (isIn) {
        await run(openText, [sessionId, user.id, now, expiresAt])
        await run(endOldText, [user.id, now])
      }
      // A failure says whose address was tried only where it is of a super admin: any other is of nobody here.
      if (user)
        await appendNote(run, keys, {
          at: now,
          actor: { id: isIn ? user.id : null, email: user.email },
          action: isIn ? openPlatformSession.name : 'signInFailed',
          target: null,
          requestId,
        })
      return isIn
    })
    if (!user || !opened) throw signInFailed()
    const claims = { subjectId: user.id, tenantId: null, sessionId, tokenId: newId(now.getTime()) }
    return {
      accessToken: await signRealmToken(keys, 'super_admin', claims, now),
      expiresAt: expiresAt.toISOString(),
      admin: { id: user.id, email: user.email, name: user.name },
    }
  }),
)
