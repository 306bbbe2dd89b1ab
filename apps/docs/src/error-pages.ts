/** A page for each error code: what it means, what to do, and which endpoints add it to the common ones. */
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { type ErrorCode, errorStatus } from '#contracts/kit/vocabulary.ts'
import type { Page } from './page.ts'

interface About {
  /** one line */
  readonly meaning: string
  readonly details?: string
  readonly act: readonly string[]
}

const about: Record<ErrorCode, About> = {
  VALIDATION_ERROR: {
    meaning: 'A parameter or a field of the body is missing or has a wrong value.',
    details:
      '`details` names every fault at once, each with `path` (such as `body.title` or `query.pageSize`) and `message`. Nothing was changed.',
    act: [
      'Show `details[].message` beside the field that `path` names.',
      'Do not repeat the request unchanged: the answer will be the same.',
    ],
  },
  UNAUTHORIZED: {
    meaning: 'There is no valid credential: it is missing, mistyped, expired, revoked or of another kind.',
    details:
      'An access token ends after 15 minutes. Sending `X-API-Key` and `Authorization` together is refused too. Every failure of a sign-in gives the same answer, so it does not tell whether an account exists.',
    act: [
      'With an access token: get the next two tokens with the refresh token, once, and repeat the request.',
      'With an API key: check that it has not been revoked (`GET /api/auth/me` tells which key it is).',
    ],
  },
  FORBIDDEN: {
    meaning: 'The credential is valid but does not allow this.',
    details:
      'The role is too low, the API key lacks the scope, the plan lacks the feature, or the organisation can only read at the moment (unpaid or suspended). Records of others answer NOT_FOUND instead, so that nobody learns that they exist.',
    act: [
      'The reference names the role, scope and plan of each endpoint.',
      'Do not repeat the request: only an administrator can change the answer.',
    ],
  },
  PLAN_LIMIT_REACHED: {
    meaning: 'The plan’s number of buildings, codes, people, keys or submissions of this month is used up.',
    act: [
      'Archive what is no longer used, or choose another plan on the plan page.',
      'Whoever hosts the service sets a plan with `npx wellkept plan SLUG ENTERPRISE`.',
    ],
  },
  NOT_FOUND: {
    meaning: 'There is no such record, or it belongs to somebody else.',
    act: [
      'Check the id, and that the credential belongs to the right organisation.',
      'If you keep a copy, remove the record: it was deleted or erased.',
    ],
  },
  QR_NOT_CONFIGURED: {
    meaning: 'The code of a sticker is valid but is not linked to a place yet.',
    act: ['Link the code to an amenity: Setup → QR codes, or `PUT /api/admin/qr-codes/CODE`.'],
  },
  CONFLICT: {
    meaning:
      'The request does not fit the present state: a name is taken, or a move is not allowed from here.',
    details: 'It is also the answer while the first request with the same Idempotency-Key still runs.',
    act: [
      'Read the record again and decide anew; the reference lists which states can follow which.',
      'With an Idempotency-Key: wait a second and send the same request again.',
    ],
  },
  PRECONDITION_FAILED: {
    meaning: 'Somebody has changed the record since you read it (`If-Match` does not fit).',
    act: ['Read the record again, merge your change into it and send the new `ETag` as `If-Match`.'],
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body or the file is larger than the endpoint takes.',
    act: ['Send smaller photos (10 MB each), or split an import; the command line imports larger files.'],
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The content type of the request, or of the uploaded file, is not accepted.',
    act: ['Send `content-type: application/json`; photos as JPEG, PNG or WebP.'],
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning: 'The Idempotency-Key was used within 24 hours for another body.',
    act: ['Use a new key for a new request, and the old one only to repeat the same bytes.'],
  },
  RATE_LIMITED: {
    meaning: 'Too many requests within the window of this limit.',
    details: 'Nothing was changed. The reference names the limit of each endpoint.',
    act: ['Wait for the seconds in `Retry-After`, then repeat. The SDK does so by itself.'],
  },
  INTERNAL_ERROR: {
    meaning: 'A fault of the service. It is logged with the request id.',
    act: [
      'Repeat a GET, or a POST with its Idempotency-Key, after a few seconds.',
      'If it stays, tell whoever hosts the service the header `X-Request-Id` of the answer.',
    ],
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'The service is overloaded, in maintenance, or an outside service that it needs is missing.',
    details:
      'Endpoints of Slack and billing also give this answer where whoever hosts the service has not set their keys.',
    act: ['Wait for the seconds in `Retry-After`, then repeat. The SDK does so by itself.'],
  },
}

const codes = Object.keys(errorStatus) as ErrorCode[]

const owners = (code: ErrorCode, endpoints: readonly Endpoint[]): string => {
  const own = endpoints.filter(({ errors }) => errors?.includes(code))
  if (own.length === 0) return 'Endpoints have it in common; the reference does not repeat it for each.'
  const lines = own.map(
    ({ name, method, path, summary }) => `- [\`${method} ${path}\`](/docs/reference#${name}) ${summary}`,
  )
  return lines.join('\n')
}

const pageOf = (code: ErrorCode, endpoints: readonly Endpoint[]): Page => {
  const { meaning, details, act } = about[code]
  const sample = JSON.stringify({ success: false, error: meaning, code }, null, 2)
  return {
    path: `errors/${code}`,
    title: code,
    section: 'API',
    markdown: `# ${code}

Status ${errorStatus[code]}. ${meaning}${details ? `\n\n${details}` : ''}

## What to do

${act.map((line) => `- ${line}`).join('\n')}

## What the answer looks like

\`\`\`json
${sample}
\`\`\`

Act on \`code\`; the text of \`error\` is for people and may change.

## Where it is a case of its own

${owners(code, endpoints)}
`,
  }
}

export const errorPages = (endpoints: readonly Endpoint[]): Page[] => [
  {
    path: 'errors',
    title: 'Errors',
    section: 'API',
    markdown: `# Errors

Every answer in JSON carries \`success\`. Where it is false, \`code\` is one of the ${codes.length} below, \`error\` a sentence for people, and \`details\` the faults of single fields.

| Code | Status | Meaning |
|---|---|---|
${codes.map((code) => `| [${code}](/docs/errors/${code}) | ${errorStatus[code]} | ${about[code].meaning} |`).join('\n')}
`,
  },
  ...codes.map((code) => pageOf(code, endpoints)),
]
