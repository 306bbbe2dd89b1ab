/** Sign-in by an emailed link or code. */
import { Type } from 'typebox'
import { RoleName } from '#contracts/kit/vocabulary.ts'
import { TokenPair } from '../auth.ts'
import { endpoint, open } from '../kit/endpoint.ts'
import { Email, Exact, Id } from '../kit/text.ts'
import { Message } from '../records.ts'

export const requestMagicLink = endpoint({
  module: 'auth',
  name: 'requestMagicLink',
  method: 'POST',
  path: '/api/auth/magic-link/request',
  summary: 'Email a sign-in link and a code; the answer is the same whether or not the address is known',
  access: open,
  needsMail: true,
  limit: 'magic-link',
  alsoLimit: ['login-ip'],
  body: Type.Object({ email: Email, tenantId: Type.Optional(Id) }),
  whenReadOnly: true,
  data: Message,
  example: ({ email }) => ({ body: { email } }),
})

export const verifyMagicLink = endpoint({
  module: 'auth',
  name: 'verifyMagicLink',
  method: 'GET',
  path: '/api/auth/magic-link/verify',
  summary: 'Sign in by an emailed link or code: a single-use token, or the six digits and the email address',
  access: open,
  limit: 'public',
  countsMisses: true,
  query: Type.Object({ token: Exact(4096), email: Type.Optional(Email) }),
  signsIn: true,
  whenReadOnly: true,
  data: Type.Object({
    user: Type.Object({ id: Id, email: Email, roles: Type.Array(RoleName, { maxItems: 3 }) }),
    tokens: TokenPair,
  }),
  errors: ['UNAUTHORIZED'],
  example: () => ({ query: { token: 'TOKEN_OF_THE_MAIL' } }),
})
