/** Acts of a linked person: the functions of the API, with the rights that the member has now. */
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import { userLinkedTo } from '#server/modules/slack/connection/public.ts'
import type { SignedContext, StaffContext, TenantContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { type ActingMember, asStaff, readMember } from '#server/platform/gate/members.ts'
import { runAs } from '#server/platform/gate/run-as.ts'
import type { Handler } from '#server/platform/http/serve.ts'
import { readTenantLanguage } from './messages/render.ts'
import { languageOf, type SlackLanguage, type SlackWords, wordsIn } from './words.ts'

export const slackActor = { kind: 'SYSTEM', id: 'slack', name: 'Slack' } as const

export interface Member {
  readonly staff: StaffContext
  readonly language: SlackLanguage
  readonly words: SlackWords
  /** @throws ServiceError as the endpoint would */
  run<E extends Endpoint>(handler: Handler<E>, input: Partial<Input<E>>): Promise<Output<E>>
}

/** What the person is told in place of what they wanted. */
export interface Refused {
  readonly refused: string
  readonly language: SlackLanguage
  /** because they have no link: a button to the profile helps */
  readonly unlinked: boolean
}

export type Outcome<T> = { readonly done: T; readonly refused?: never } | Refused

/** @param sessionId what stands for a session: the member's own id */
const memberOf = (ctx: TenantContext, { principal, language: tag }: ActingMember): Member => {
  const staff = asStaff(ctx, principal)
  const language = languageOf(tag)
  return {
    staff,
    language,
    words: wordsIn(language),
    run: (handler, input) => runAs(staff, principal, handler, input, 'Slack'),
  }
}

/** @returns the member, or why there is none */
export const findMember = async (ctx: TenantContext, slackUserId: string): Promise<Member | Refused> => {
  const userId = await userLinkedTo(ctx, slackUserId)
  const member = userId && (await readMember(ctx, userId, userId))
  if (!member) {
    const language = await readTenantLanguage(ctx)
    const { link, disabled } = wordsIn(language)
    return { refused: userId ? disabled : link, language, unlinked: !userId }
  }
  const language = languageOf(member.language)
  if (!ctx.platform.flags.isOn('SLACK', member.principal.tenant))
    return { refused: wordsIn(language).switchedOff, language, unlinked: false }
  return memberOf(ctx, member)
}

const sayFault = ({ code, details }: ServiceError, words: SlackWords): string => {
  if (code === 'SERVICE_UNAVAILABLE') return words.readOnly
  if (code === 'VALIDATION_ERROR' && details?.[0]?.path === 'body.status') return words.VALIDATION_ERROR
  return code in words ? String(words[code as 'FORBIDDEN']) : words.failed
}

/** Runs `work` in one transaction as the member; what the service refuses is undone and becomes words. */
export const actAs = async <T>(
  ctx: SignedContext,
  tenantId: string,
  slackUserId: string,
  work: (member: Member) => Promise<T>,
): Promise<Outcome<T>> => {
  let known: Member | undefined
  try {
    return await ctx.inTenant(tenantId, 'write', slackActor, async (tenant) => {
      const member = await findMember(tenant, slackUserId)
      if ('refused' in member) return member
      known = member
      tenant.afterCommit(() => ctx.platform.tenantChanged(tenantId))
      return { done: await work(member) }
    })
  } catch (error) {
    if (!(error instanceof ServiceError) || !known) throw error
    const { readOnly } = known.staff
    const refused =
      readOnly && error.code === 'FORBIDDEN' ? known.words.readOnly : sayFault(error, known.words)
    return { refused, language: known.language, unlinked: false }
  }
}
