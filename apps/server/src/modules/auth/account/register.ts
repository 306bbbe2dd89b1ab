import { register } from '#contracts/auth.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { openTrial } from './open-trial.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

export default serve(register)(async (ctx, { body }) => {
  const { organisation, name, email, password, language = 'en', timeZone = 'UTC' } = body
  await assertGoodPassword(password, ctx.platform.config.passwordMinLength, 'body.password', [
    name,
    email,
    organisation,
  ])
  const passwordHash = await hashPassword(password)
  const trial = { organisation, name, email, passwordHash, language, timeZone, emailVerified: false }
  return ctx.inTenant(newId(ctx.now.getTime()), 'write', (tenant) => openTrial(tenant, trial, ctx.userAgent))
})
