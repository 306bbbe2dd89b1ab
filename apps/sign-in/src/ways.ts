/** Sign-in with Google, Microsoft or single sign-on: the redirect and its response. */
import { ApiError } from '#client/errors.ts'
import { signInByGoogle, signInByMicrosoft, signInByOrganisation } from './account.ts'
import type { Arrival } from './address.ts'
import type { MicrosoftReturn, Offers } from './offers.ts'

export type Way = 'google' | 'microsoft' | 'organisation'

/** Kept in session storage until the provider redirects back. */
interface Pending {
  readonly way: Exclude<Way, 'organisation'>
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier (RFC 7636) */
  readonly verifier: string
  readonly next?: string | undefined
  readonly invitationToken?: string | undefined
}

const place = 'wellkept.way'

/** 256 random bits in base64url. */
const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const keep = (pending: Pending): void => sessionStorage.setItem(place, JSON.stringify(pending))

/** Reads and deletes the request, so that a second response finds none. */
const takePending = (): Pending | undefined => {
  try {
    const text = sessionStorage.getItem(place)
    sessionStorage.removeItem(place)
    return text ? (JSON.parse(text) as Pending) : undefined
  } catch {
    return undefined
  }
}

/** Leaves the page; resolves only if the browser restores it from the back-forward cache. */
const leave = (address: string): Promise<void> =>
  new Promise((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(), { once: true })
    location.assign(address)
  })

export interface StartOptions {
  /** path to open after signing in */
  readonly next?: string | undefined
  readonly invitationToken?: string | undefined
}

/** @throws when session storage is disabled, or when the page is not https and so has no Web Crypto */
export const startGoogle = async (options: StartOptions): Promise<void> => {
  const [state, nonce] = [randomText(), randomText()]
  keep({ way: 'google', state, nonce, verifier: '', ...options })
  await leave(`/sso/google?state=${state}&nonce=${nonce}`)
}

/** @throws as `startGoogle` */
export const startMicrosoft = async (options: StartOptions): Promise<void> => {
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()]
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const challenge = base64url(new Uint8Array(digest))
  keep({ way: 'microsoft', state, nonce, verifier, ...options })
  await leave(`/sso/microsoft?state=${state}&nonce=${nonce}&challenge=${challenge}`)
}

/** The service finds the organisation by the email domain and stores the request itself. */
export const startOrganisation = (email: string, next: string | undefined): Promise<void> => {
  const afterwards = next ? `&returnTo=${encodeURIComponent(next)}` : ''
  return leave(`/sso/start?email=${encodeURIComponent(email)}${afterwards}`)
}

/**
 * DECLINED     the user cancelled at the provider
 * START_AGAIN  not started in this tab, or too long ago
 * UNREACHABLE  the provider does not respond
 * NOT_SET_UP   the service has not configured this provider
 * REFUSED      the provider knows the user, but our service does not admit them
 * FAILED       another error of our service, in `error`
 */
export type WayReason = 'DECLINED' | 'START_AGAIN' | 'UNREACHABLE' | 'NOT_SET_UP' | 'REFUSED' | 'FAILED'

export interface WayTrouble {
  readonly reason: WayReason
  readonly way: Way | undefined
  readonly invitationToken?: string | undefined
  readonly error?: unknown
}

class Unreachable extends Error {}
class Refused extends Error {}

/** Reads the nonce of an ID token; the service verifies the signature. */
export const nonceOf = (token: string): string | undefined => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    const nonce =
      typeof claims === 'object' && claims !== null && 'nonce' in claims ? claims.nonce : undefined
    return typeof nonce === 'string' ? nonce : undefined
  } catch {
    return undefined
  }
}

const waitMs = 15_000

/** Exchanges the code for an access token. @throws Unreachable, Refused */
const tokenFor = async (code: string, verifier: string, at: MicrosoftReturn): Promise<string> => {
  const bound = new AbortController()
  const timer = setTimeout(() => bound.abort(), waitMs)
  try {
    const response = await fetch(at.tokenAddress, {
      method: 'POST',
      signal: bound.signal,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: at.clientId,
        redirect_uri: at.returnAddress,
        code,
        code_verifier: verifier,
        scope: `${at.clientId}/.default openid profile email`,
      }),
    })
    if (response.status >= 500) throw new Unreachable()
    const answer = (await response.json()) as { access_token?: unknown }
    if (!response.ok || typeof answer.access_token !== 'string') throw new Refused()
    return answer.access_token
  } catch (error) {
    throw error instanceof Refused ? error : new Unreachable()
  } finally {
    clearTimeout(timer)
  }
}

/** The reason for an error code of a provider. */
const reasonOfRefusal = (error: string): WayReason => {
  if (error === 'access_denied' || error === 'user_cancelled') return 'DECLINED'
  return error === 'temporarily_unavailable' || error === 'server_error' ? 'UNREACHABLE' : 'REFUSED'
}

/** The reason for an error code of our own redirects. */
const reasonOfTrouble = (code: string): WayReason => {
  switch (code) {
    case 'NOT_AVAILABLE':
      return 'NOT_SET_UP'
    case 'PROVIDER_UNREACHABLE':
      return 'UNREACHABLE'
    case 'SPENT':
      return 'START_AGAIN'
    default:
      return 'REFUSED'
  }
}

const reasonOfError = (error: unknown): WayReason => {
  if (error instanceof Unreachable) return 'UNREACHABLE'
  if (error instanceof Refused) return 'REFUSED'
  if (!(error instanceof ApiError)) return 'FAILED'
  if (error.code === 'SERVICE_UNAVAILABLE') return 'UNREACHABLE'
  return error.code === 'UNAUTHORIZED' || error.code === 'VALIDATION_ERROR' ? 'REFUSED' : 'FAILED'
}

export type FinishedWay = Exclude<Arrival, { kind: 'PLAIN' } | { kind: 'LINK' }>

/** Signs in with the provider's response; returns the problem if that fails. Never throws. */
export const finishWay = async (
  arrival: FinishedWay,
  { offers, next }: { offers: Offers; next: string | undefined },
): Promise<WayTrouble | undefined> => {
  const pending = takePending()
  const way: Way | undefined = arrival.kind === 'ORGANISATION' ? 'organisation' : pending?.way
  const invitationToken = arrival.kind === 'ORGANISATION' ? undefined : pending?.invitationToken
  const trouble = (reason: WayReason, error?: unknown): WayTrouble => ({
    reason,
    way,
    invitationToken,
    error,
  })
  // A response that this tab did not request may belong to another account (login CSRF).
  const asked = (state: string): boolean => state !== '' && state === pending?.state
  try {
    switch (arrival.kind) {
      case 'TROUBLE':
        return trouble(reasonOfTrouble(arrival.code))
      case 'REFUSED':
        return trouble(asked(arrival.state) ? reasonOfRefusal(arrival.error) : 'START_AGAIN')
      case 'ORGANISATION':
        await signInByOrganisation(arrival.token, next)
        return undefined
      case 'GOOGLE': {
        const own = way === 'google' && asked(arrival.state) && nonceOf(arrival.credential) === pending?.nonce
        if (!own) return trouble('START_AGAIN')
        await signInByGoogle(arrival.credential, invitationToken, pending?.next)
        return undefined
      }
      case 'MICROSOFT': {
        if (!pending || way !== 'microsoft' || !asked(arrival.state)) return trouble('START_AGAIN')
        if (!offers.microsoftReturn) return trouble('UNREACHABLE')
        const accessToken = await tokenFor(arrival.code, pending.verifier, offers.microsoftReturn)
        await signInByMicrosoft(accessToken, invitationToken, pending.next)
        return undefined
      }
    }
  } catch (error) {
    const reason = reasonOfError(error)
    // The token is our own, so it can only be expired or used.
    return trouble(arrival.kind === 'ORGANISATION' && reason === 'REFUSED' ? 'START_AGAIN' : reason, error)
  }
}
