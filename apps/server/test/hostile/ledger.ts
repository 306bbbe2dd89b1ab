/** Which tests prove each hostile input of the security design; `ledger.test.ts` checks this against the files. */

import { proofsOfFaults } from './ledger-faults.ts'
import { proofsOfSharing } from './ledger-sharing.ts'
import { at, type Proof } from './proof.ts'

const hostile = at('test/hostile')
const whole = at('test')
const auth = at('src/modules/auth')
const sso = at('src/modules/sso')
const webhooks = at('src/modules/webhooks')
const feedback = at('src/modules/feedback')
const gate = at('src/platform/gate')
const tasks = at('src/modules/tasks')
const uploads = at('src/modules/uploads')
const taskLinks = at('src/modules/operator/task-links')
const faults = at('test/faults')

const forged = hostile('tokens', 'Of more than 200 forged access and refresh tokens none is taken')
const oneCredential = hostile('keys', 'Exactly one credential in exactly one form')
const pages = whole('matrix', 'pages exactly: its bounds, the total beyond the end, nothing coerced')
const badBodies = whole('matrix', 'refuses bodies that are not what it takes, before it looks for anything')
const malformed = whole('wire', 'Malformed HTTP gets one answer in the envelope and the connection is closed')
const oneLine = hostile(
  'text',
  'refuses bidi overrides, invisible and control characters in what is one line',
)
const unused = hostile('races', 'What is used while it is deleted is either kept or not used')
const asManyAsLeft = hostile(
  'races',
  'as many get one as the plan has left, also while others are given back',
)
const tooMuch = hostile(
  'public',
  'A fourth photo, a thousand issues and a label of 10 kB are VALIDATION_ERROR',
)
const streamEnds = at('src/modules/dashboard')(
  'follow-live-ends',
  'Signed out, disabled, without the role, with the key revoked or the token over, a stream ends',
)
const fileEnds = at('src/modules/dashboard')('export-ends', 'Whoever is signed out, or loses the right')
const noPhoto = hostile('photos', 'What is no photo, whatever it is announced as, is VALIDATION_ERROR')

const proofsOfTheRest: Readonly<Record<number, readonly Proof[]>> = {
  1: [forged],
  2: [forged],
  3: [forged],
  4: [auth('sign-in/sign-in', 'An access token is refused where a refresh token is expected'), forged],
  7: [forged],
  8: [forged],
  9: [forged, hostile('tokens', 'A token of a megabyte is refused by the limit of headers, in the envelope')],
  10: [
    hostile('tokens', 'A token of a removed or disabled person, an ended session or an erased tenant'),
    whole('two-instances-access', 'refused on the other instance within a second'),
    streamEnds,
    fileEnds,
  ],
  11: [hostile('tokens', 'During a rotation of SECRET tokens of the previous key are taken')],
  12: [oneCredential],
  13: [oneCredential, hostile('keys', 'A mistyped key is UNAUTHORIZED without a query')],
  14: [
    hostile('keys', 'A key of a scope opens that scope'),
    whole('matrix-access', 'everybody is let in exactly where'),
  ],
  15: [webhooks('hostile-webhooks', 'A key needs webhooks:manage')],
  16: [
    hostile('keys', 'A key that is revoked while fifty requests run is refused to all that come later'),
    streamEnds,
  ],
  17: [
    hostile('system', 'Exactly one X-System-Secret with a secret that is set opens the system module'),
    hostile('system', 'A secret of a megabyte is refused by the limit of headers, in the envelope'),
    hostile('system', 'The eleventh wrong secret of an address in a minute is RATE_LIMITED'),
  ],
  18: [
    hostile('system', 'A secret of fewer than 32 bytes keeps production from starting'),
    hostile('system', 'Where no secret is set everybody is UNAUTHORIZED'),
  ],
  19: [
    auth('sign-in/account-existence', 'A failed sign-in gives the same bytes'),
    auth('sign-in/sign-in', 'A wrong password, an unknown address, an invited and a disabled person'),
    sso('members', 'While SSO is required its members sign in by SSO only'),
  ],
  20: [auth('sign-in/sign-in-limits', 'The sixth sign-in in 15 minutes for an address is RATE_LIMITED')],
  21: [
    auth(
      'sign-in/sign-in-limits',
      'Sign-ins to more than fifty addresses from one IP in 15 minutes are RATE_LIMITED',
    ),
  ],
  22: [
    auth('sign-in/mailed-links', 'A password of 128 characters and one that differs at its 73rd byte work'),
  ],
  23: [auth('sign-in/mailed-links', 'forms of the same letters are equal; NUL is refused')],
  24: [auth('sign-in/sign-in', 'A refresh token works once')],
  25: [
    auth('sign-in/stolen-tokens', 'A used refresh token that comes back after ten seconds ends its session'),
    auth('sign-in/stolen-tokens', 'A refresh whose answer was lost gets one pair in its place'),
  ],
  26: [forged],
  27: [auth('sign-in/mailed-links', 'A sign-in link works once')],
  28: [
    auth('sign-in/mailed-links', 'HEAD on verify is NOT_FOUND and does not use up the link'),
    auth('sign-in/account-existence', 'Reset-password accepts a reset and an invitation once'),
  ],
  29: [
    auth('sign-in/mailed-links', 'The answer to a request is the same whether or not the address is known'),
    auth(
      'sign-in/account-existence',
      'A request for a link or a reset takes equally long for known and unknown addresses',
    ),
  ],
  30: [hostile('mailed', 'The sixth link for an address is RATE_LIMITED')],
  31: [hostile('mailed', 'Whatever host a request names, the mail leads to BASE_URL and nowhere else')],
  32: [
    hostile('mailed', 'An address in another alphabet is kept once, in ASCII form'),
    whole('wire', 'An address without Latin letters, with a header in it, or longer than 254'),
  ],
  33: [auth('sign-in/forged-credentials', 'No forged token is accepted')],
  34: [
    auth('sign-in/forged-credentials', 'No forged token is accepted'),
    auth(
      'sign-in/sign-in-with-microsoft',
      'A token with a victim’s email address does not open the victim’s account',
    ),
  ],
  35: [sso('saml', 'No attack on SAML signs anybody in'), sso('saml', 'A response is accepted once')],
  36: [sso('members', 'A return address outside the apps is ignored')],
  37: [sso('sso', 'An issuer or a metadata address inside a private network is refused')],
  38: [
    hostile('mailed', 'An address that two tenants invite has an account in each'),
    hostile('mailed', 'An invitation is no sign-in link'),
  ],
  39: [
    hostile('mailed', 'change-password: a wrong one, the same one and a common one'),
    auth('sign-in/sign-in-limits', 'The sixth password change of a user in 15 minutes is RATE_LIMITED'),
  ],
  40: [
    whole('matrix', 'of another tenant and of nobody are NOT_FOUND in the same bytes'),
    hostile('authorisation', 'takes a foreign id in its body for a missing one'),
    hostile('authorisation', 'filtered by a foreign id answers as for a missing one'),
  ],
  41: [hostile('tenants', 'A foreign id is told in the bytes and in the time of one that nobody has')],
  42: [hostile('authorisation', 'ignores ids, tenant, plan, roles, times and versions that a client sends')],
  43: [
    hostile('tenants', 'A person gives nobody a role without being ADMIN'),
    hostile('authorisation', 'The only ADMIN cannot stop being one'),
    auth('sign-in/mailed-links', 'Four roles, a role twice and a role in lower case are VALIDATION_ERROR'),
  ],
  44: [
    hostile('authorisation', 'of a task of somebody else is FORBIDDEN to a technician'),
    tasks('change/set-task-status', 'A task of somebody else is FORBIDDEN to a technician'),
    tasks('list/cached-list', 'What one person is shown is shown to nobody else'),
    tasks(
      'list/list-tasks',
      'A technician finds their own tasks and the unassigned ones in buildings that they cover',
    ),
    taskLinks('task-link', 'A reassigned link shows a page that says so'),
  ],
  45: [
    hostile('authorisation', 'below its plan is FORBIDDEN'),
    at('src/modules/routing/rules')(
      'routing-rules',
      'On-shift conditions and assignment to “on call” need ENTERPRISE',
    ),
  ],
  46: [hostile('tenants', 'Ids that a client may choose are of its own tenant')],
  47: [
    whole(
      'isolation',
      'A connection that goes back after an error in the middle shows the next tenant nothing',
    ),
  ],
  48: [
    whole(
      'isolation',
      'With no tenant set a connection sees no rows of any tenant table, and can write none',
    ),
  ],
  49: [
    hostile('authorisation', 'Whatever another tenant writes, every answer to a read is as it was'),
    at('src/modules/dashboard')('follow-live', 'What happens in one tenant is told in no other'),
  ],
  50: [pages],
  51: [pages],
  52: [pages],
  53: [
    hostile('paging', 'pages on while rows come and go'),
    hostile('paging', 'holds each row once over its pages, in every order, with equal values'),
  ],
  54: [
    hostile('paging', 'literally: signs of patterns and of SQL find what holds them, and nothing else'),
    hostile('text', 'refuses signs of SQL and of patterns where its query takes one of a few words'),
  ],
  55: [pages],
  56: [badBodies, whole('wire', 'JSON with a byte order mark and a repeated key is read as JSON reads it')],
  57: [whole('wire', 'Prototype keys in a body or a query change nothing'), badBodies],
  58: [whole('wire', 'JSON with a byte order mark and a repeated key is read as JSON reads it')],
  59: [
    whole('wire', 'A body of one byte more than 1 MiB is PAYLOAD_TOO_LARGE'),
    badBodies,
    uploads(
      'uploads-in-progress',
      'JSON is not parsed: such a PUT is UNAUTHORIZED before any of its body arrives',
    ),
  ],
  60: [
    feedback('intake/submit-feedback', 'A rating is a whole number from 1 to 5, and nothing is coerced'),
    hostile('text', 'takes numbers as numbers and within their bounds'),
  ],
  61: [
    badBodies,
    hostile('text', 'refuses NUL, bytes that are no UTF-8, and too much in its query'),
    whole('wire', 'A path that is not well formed, holds NUL or climbs is NOT_FOUND in the envelope'),
    malformed,
  ],
  62: [badBodies, hostile('text', 'refuses NUL, bytes that are no UTF-8, and too much in its query')],
  63: [
    feedback('intake/submit-feedback', 'A comment has at most 2,000 code points'),
    feedback('intake/submit-feedback', 'A comment of spaces and invisible characters counts as none'),
  ],
  64: [oneLine, hostile('output', 'A comment is stored and told as it was written, and is inert')],
  65: [
    whole('wire', 'A type of body that is not exactly JSON in UTF-8 is UNSUPPORTED_MEDIA_TYPE'),
    badBodies,
  ],
  66: [whole('wire', 'A compressed body is UNSUPPORTED_MEDIA_TYPE and never unpacked')],
  67: [
    whole('matrix', 'of another tenant and of nobody are NOT_FOUND in the same bytes'),
    whole('wire', 'A path that is not well formed, holds NUL or climbs is NOT_FOUND in the envelope'),
  ],
  68: [
    hostile('text', 'refuses days and instants that do not exist'),
    hostile('text', 'refuses days and instants in its query that do not exist'),
  ],
  69: [hostile('text', 'answers within 50 ms to text made to slow its checks down')],
  70: [malformed],
  71: [hostile('dropped', 'No line end that a client sends gets into a header')],
  72: [
    whole('wire', 'X-Request-Id is ours, or that of a trusted proxy where it is 8 to 64 plain characters'),
  ],
  73: [
    whole('wire', 'A caller behind no trusted proxy cannot choose the address that limits count by'),
    gate('sources', 'X-Forwarded-For counts only as far as its hops are trusted proxies'),
  ],
  74: [
    whole('wire', 'TRACE, PUT, PROPFIND, OPTIONS and a method override are NOT_FOUND'),
    whole('matrix', 'is not there under HEAD, with a trailing slash, in another case or with another method'),
  ],
  75: [
    whole(
      'wire',
      'An origin that is set is allowed, without credentials; one that only looks like it is not',
    ),
    whole('wire', 'Every answer carries the security headers; another origin gets no CORS header'),
    taskLinks('task-link', 'A form from another site is refused, whatever it contains'),
  ],
  76: [
    whole('matrix', 'is not there under HEAD, with a trailing slash, in another case or with another method'),
    whole('wire', 'A path that is not well formed, holds NUL or climbs is NOT_FOUND in the envelope'),
  ],
  77: [
    hostile('slow.long', 'A thousand connections with slow headers, slow bodies or nothing at all are cut'),
  ],
  78: [hostile('dropped', 'Requests, uploads and answers that are dropped half way leave no connection')],
  79: [
    hostile('public', 'an unknown and a replaced code are NOT_FOUND, a free one QR_NOT_CONFIGURED'),
    hostile('public', 'Of a thousand guessed codes none is answered but by NOT_FOUND or RATE_LIMITED'),
  ],
  80: [hostile('public', 'a minute of one address, whatever its code and within one IPv6 network')],
  81: [
    hostile('output', 'A comment is stored and told as it was written, and is inert'),
    hostile('output', 'Names of places, items and the tenant are inert on the pages that strangers read'),
    hostile('output', 'What a form sends back after a mistake is inert'),
    hostile('output', 'Mails show words of visitors and staff as text, and no word gets into a header'),
  ],
  83: [tooMuch, feedback('intake/submit-feedback', 'Issue codes are case-insensitive')],
  84: [hostile('public', 'the Idempotency-Key of one visitor tells another nothing')],
  85: [hostile('public', 'Submissions while their amenity is deleted are taken or QR_NOT_CONFIGURED')],
  86: [
    noPhoto,
    hostile('photos', 'A JPEG with a script behind it is served as a clean picture'),
    hostile('public', 'A report whose photo was refused stands without it'),
    at('src/modules/operator')(
      'certifications/certifications',
      'A file that only claims to be a PDF is refused',
    ),
  ],
  87: [
    noPhoto,
    at('src/platform/images')(
      'images',
      'take at most 500 ms and 150 MB each: bombs of pixels, texts, profiles and chunks',
    ),
  ],
  88: [uploads('uploads', 'The served copy is re-encoded, without the metadata of the upload')],
  89: [
    uploads('uploads', 'File URLs that were changed'),
    hostile('photos', 'A name that somebody gives to a photo is not used'),
  ],
  90: [
    uploads('uploads', 'An upload URL works once'),
    uploads('uploads', 'Another size, another type, an unknown token and one for something else'),
    uploads('uploads', 'An upload URL is UNAUTHORIZED after its 10 minutes'),
    uploads('uploads', 'Keys that are unknown, of another tenant'),
  ],
  91: [uploads('uploads', 'Photos never uploaded, never attached within 24 hours'), tooMuch],
  92: [
    asManyAsLeft,
    hostile('keys', 'Of a hundred who ask at once for a key where ten are left ten get one'),
  ],
  93: [
    tasks(
      'change/set-task-status',
      'Fifty moves to DONE at once are all 200, with one event and one line of history',
    ),
    tasks('change/set-task-status', 'DONE and OPEN at once end in one of the two'),
  ],
  94: [hostile('races', 'with If-Match: an old version is PRECONDITION_FAILED, garbage VALIDATION_ERROR')],
  95: [
    hostile('races', 'sent ten times at once with one Idempotency-Key has one effect'),
    hostile('tenants', 'The Idempotency-Key of a person, of a colleague and of each API key'),
    taskLinks('task-link', 'The same form sent twice'),
  ],
  96: [
    unused,
    hostile('races', 'Whoever is removed in the moment in which a task is given to them is left with none'),
  ],
  97: [
    whole('two-instances', 'people and keys of a tenant spend the same hundred reads and thirty writes'),
    whole('two-instances', 'the 101st read of a tenant in a minute is RATE_LIMITED, over two instances'),
    whole('two-instances', 'the 31st write is RATE_LIMITED, and of 80 at once over two instances'),
    at('src/platform/gate/limits')(
      'stores',
      'two instances that ask at once for what is left of a bucket in use get no more than that',
    ),
  ],
  ...proofsOfFaults,
}

const numbers = new Set([...Object.keys(proofsOfTheRest), ...Object.keys(proofsOfSharing)].map(Number))

export const proofs: Readonly<Record<number, readonly Proof[]>> = Object.fromEntries(
  [...numbers].map((number) => [
    number,
    [...(proofsOfTheRest[number] ?? []), ...(proofsOfSharing[number] ?? [])],
  ]),
)

/** Tests of items that cannot be tested completely yet. */
export const partly: Readonly<Record<number, readonly Proof[]>> = {
  5: [hostile('tokens', 'A token of Scout, Arena or a super admin is UNAUTHORIZED on every staff endpoint')],
  6: [whole('matrix', 'is FORBIDDEN')],
  111: [
    faults('killed.long', 'PostgreSQL hangs without closing: requests in flight are 503 within 5 s'),
    faults('killed.long', 'connections that the database closes are told as 503 or not at all'),
    faults('busy-database.long', 'While a lock is held and all connections wait for it'),
    at('src/platform/db')('database-health', 'A line that swallows cuts off what waits, refuses what is new'),
  ],
  114: [whole('disk', 'Under 512 MB of free disk writes are SERVICE_UNAVAILABLE, reads go on')],
}

/** Items that cannot be tested yet, or not completely, and why. */
export const later: Readonly<Record<number, string>> = {
  5: 'Scout, Arena and super-admin routes are not built, so that our tokens cannot be tried there',
  6: 'There are no super-admin routes',
  98: 'There is no checkout',
  106: 'There is no billing',
  107: 'There is no Slack',
  111: 'Who has a connection and waits for a lock is told after 10 s, when the statement ends, and not after 5',
  114: 'A disk that is really full needs one of its own; what is tried is that the service sees it coming',
}
