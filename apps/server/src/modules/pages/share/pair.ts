/**
 * /s/pair: a wall waiting for its link. Its browser holds a secret; when an administrator has entered the code it
 * opens the link.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PairingPage } from '#contracts/sharing/view.ts'
import { readPairing, startPairing } from '#server/modules/sharing/public.ts'
import type { PublicContext } from '#server/platform/context.ts'
import { ServiceError } from '#server/platform/errors.ts'
import { cookieIn } from '#server/platform/gate/cookies.ts'
import type { VisitorPages } from '../visitor/page.ts'
import type { SharePages } from './share-page.ts'

const pairing = { name: 'pairScreen', limit: 'public', changes: true } as const
const cookieName = 'share_pair'
const path = '/s/pair'
const cookieForm = /^([\w-]{43})\.([A-Z0-9]{6})$/

/** The page's state, and the cookie value that the browser must keep. */
interface PairingAnswer {
  readonly page: PairingPage
  readonly keep: string | undefined
}

const showNewCode = async (ctx: PublicContext): Promise<PairingAnswer> => {
  const { code, secret, expiresAt } = await startPairing(ctx)
  return {
    page: { state: 'WAITING', code, expiresAt: expiresAt.toISOString() },
    keep: `${secret}.${code}`,
  }
}

/** The pairing of this browser, or a new one if there is none or it has expired. */
const checkPairing = async (ctx: PublicContext, held: string | undefined): Promise<PairingAnswer> => {
  const [, secret, code] = cookieForm.exec(held ?? '') ?? []
  if (!secret || !code) return showNewCode(ctx)
  try {
    return { page: await readPairing(ctx, secret, code), keep: undefined }
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return showNewCode(ctx)
    throw error
  }
}

type PairRoute = (
  method: string,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
) => void

export const mountPairPage = (
  on: PairRoute,
  { render, send, model }: SharePages,
  { platform, gate }: Pick<VisitorPages, 'platform' | 'gate'>,
): void => {
  const secure = platform.config.baseUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = (value: string, seconds: number): string =>
    `${cookieName}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`

  on('GET', path, async (request, reply) => {
    const held = cookieIn(request.headers.cookie, cookieName)
    const { page, keep } = await gate.runPage(pairing, request, reply, (ctx) => checkPairing(ctx, held))
    if (page.state === 'PAIRED') {
      await reply
        .header('set-cookie', cookie('', 0))
        .header('cache-control', 'no-store')
        .redirect(`/s/${page.token}`, 303)
      return
    }
    if (keep !== undefined) void reply.header('set-cookie', cookie(keep, 660))
    const pageModel = model(request, path)
    const html = (await render()).renderPairPage({ ...pageModel, ...page })
    await send(request, reply, 200, html, pageModel)
  })
}
