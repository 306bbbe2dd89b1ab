/** API calls of the sign-in pages. */
import { type Client, createClient } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import { createSessionStore, type Session } from '#client/session.ts'
import { requestMagicLink, verifyMagicLink } from '#contracts/auth/magic-link.ts'
import { login, register, resetPassword, signInWithGoogle, signInWithMicrosoft } from '#contracts/auth.ts'
import type { Language } from '#i18n/languages.ts'
import { pathAfterSignIn } from './onward.ts'

export const sessions = createSessionStore()

// A longer rate limit is shown at once, with other ways to sign in, instead of being waited out.
const client: Client = createClient({ baseUrl: '', tokens: sessions, maxWaitSeconds: 5 })

type User = Session['user']

/** Stores the session and opens the app for the user's roles. */
const enter = (
  user: User,
  tokens: { accessToken: string; refreshToken: string },
  next: string | undefined,
): void => {
  sessions.write({ ...tokens, user })
  location.replace(pathAfterSignIn(user.roles, next))
}

/** @throws ApiError UNAUTHORIZED for every cause */
export const signInByPassword = async (email: string, password: string, next?: string): Promise<void> => {
  const { user, tokens } = await client.call(login, { body: { email, password } })
  enter(user, tokens, next)
}

/** The response is the same whether or not the address is known. @throws ApiError */
export const mailSignInLink = async (email: string): Promise<void> => {
  await client.call(requestMagicLink, { body: { email } })
}

/** @throws ApiError */
export const signInByLink = async (token: string, next?: string): Promise<void> => {
  const { user, tokens } = await client.call(verifyMagicLink, { query: { token } })
  enter(user, tokens, next)
}

/** The token comes from our redirect after single sign-on. @throws ApiError */
export const signInByOrganisation = signInByLink

/** @param credential Google's ID token @throws ApiError */
export const signInByGoogle = async (
  credential: string,
  invitationToken: string | undefined,
  next?: string,
): Promise<void> => {
  const { user, tokens } = await client.call(signInWithGoogle, { body: { credential, invitationToken } })
  enter(user, tokens, next)
}

/** @throws ApiError */
export const signInByMicrosoft = async (
  accessToken: string,
  invitationToken: string | undefined,
  next?: string,
): Promise<void> => {
  const { user, tokens } = await client.call(signInWithMicrosoft, { body: { accessToken, invitationToken } })
  enter(user, tokens, next)
}

/** @throws ApiError */
export const signInByCode = async (email: string, code: string, next?: string): Promise<void> => {
  const { user, tokens } = await client.call(verifyMagicLink, { query: { token: code, email } })
  enter(user, tokens, next)
}

/** The response is the same whether or not the address is known. @throws ApiError */
export const mailResetLink = async (email: string): Promise<void> => {
  await client.call(resetPassword, { body: { email } })
}

export interface Arrival {
  readonly token: string
  readonly password?: string | undefined
  readonly name?: string | undefined
  readonly language?: Language | undefined
}

/** Accepts an invitation or a password reset and signs in. @throws ApiError UNAUTHORIZED when the link was used */
export const arrive = async (arrival: Arrival): Promise<void> => {
  const { user, tokens } = await client.call(resetPassword, { body: arrival })
  if (user && tokens) enter(user, tokens, undefined)
  else location.replace('/app/sign-in')
}

export interface NewOrganisation {
  readonly organisation: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language: Language
  readonly timeZone: string
}

/** Creates a trial tenant; its first user is ADMIN. @throws ApiError */
export const createOrganisation = async (input: NewOrganisation): Promise<void> => {
  const { user, tokens } = await client.call(register, { body: input })
  enter(user, tokens, undefined)
}

/** Whether the service rejected this field of the body. */
export const refusedField = (error: unknown, field: string): boolean =>
  error instanceof ApiError &&
  error.code === 'VALIDATION_ERROR' &&
  error.details.some(({ path }) => path.split(/[./]/).includes(field))
