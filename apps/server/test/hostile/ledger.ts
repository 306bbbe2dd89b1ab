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

const forged = hostile('tokens', 'More than 200 forged access and refresh tokens are refused with one answer')
const oneCredential = hostile('keys', 'Exactly one well-formed credential is accepted')
const pages = whole('matrix', 'pages exactly: its bounds')
const badBodies = whole('matrix', 'refuses invalid bodies before it looks anything up')
const malformed = whole(
  'wire',
  'Malformed HTTP gets one response in the envelope and the connection is closed',
)
const oneLine = hostile(
  'text',
  'refuses bidi overrides, invisible and control characters in single-line texts',
)
const unused = hostile('races', 'A record used during its deletion is either kept or unused')
const asManyAsLeft = hostile('races', 'as many succeed as the plan has left')
const tooMuch = hostile(
  'public',
  'A fourth photo, a thousand issues and a label of 10 kB are VALIDATION_ERROR',
)
const streamEnds = at('src/modules/dashboard')(
  'follow-live-ends',
  'Signed out, disabled, without the role, with the key revoked or the token over, a stream ends',
)
const fileEnds = at('src/modules/dashboard')('export-ends', 'Whoever is signed out, or loses the right')
const noPhoto = hostile('photos', 'A file that is not a photo is VALIDATION_ERROR whatever its declared type')

const proofsOfTheRest: Readonly<Record<number, readonly Proof[]>> = {
  1: [forged],
  2: [forged],
  3: [forged],
  4: [auth('sign-in/sign-in', 'An access token is refused where a refresh token is expected'), forged],
  7: [forged],
  8: [forged],
  9: [forged, hostile('tokens', 'A token of one megabyte is refused by the header limit')],
  10: [
    hostile('tokens', 'A token of a removed or disabled person'),
    whole(
      'two-instances-access',
      'A person who is disabled, removed, signed out or without the role, and a revoked key, are refused on the other instance within a second',
    ),
    streamEnds,
    fileEnds,
  ],
  11: [hostile('tokens', 'During a rotation of SECRET tokens of the previous key are accepted')],
  12: [oneCredential],
  13: [oneCredential, hostile('keys', 'A mistyped key is UNAUTHORIZED without a query')],
  14: [
    hostile('keys', 'A key gives access to its scopes only'),
    whole('matrix-access', 'access is allowed exactly as role, scope and plan require'),
  ],
  15: [webhooks('hostile-webhooks', 'A key needs webhooks:manage')],
  16: [hostile('keys', 'A key revoked during fifty requests is refused to later ones'), streamEnds],
  17: [
    hostile('system', 'Exactly one valid X-System-Secret gives access to the system module'),
    hostile('system', 'A secret of one megabyte is refused by the header limit'),
    hostile('system', 'The eleventh wrong secret of an address in a minute is RATE_LIMITED'),
  ],
  18: [
    hostile('system', 'In production a secret of fewer than 32 bytes prevents the start'),
    hostile('system', 'If no secret is set every request is UNAUTHORIZED'),
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
  31: [hostile('mailed', 'Whatever host a request names, links in emails use BASE_URL')],
  32: [
    hostile('mailed', 'An internationalised email address is stored once, in ASCII form'),
    whole('wire', 'An address without Latin letters'),
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
    hostile('mailed', 'An address invited by two tenants has an account in each'),
    hostile('mailed', 'An invitation is not a sign-in link'),
  ],
  39: [
    hostile('mailed', 'change-password: a wrong, unchanged or common password is VALIDATION_ERROR'),
    auth('sign-in/sign-in-limits', 'The sixth password change of a user in 15 minutes is RATE_LIMITED'),
  ],
  40: [
    whole('matrix', 'of another tenant and of an unknown id are NOT_FOUND with the same bytes'),
    hostile('authorisation', 'treats a foreign id in its body as a missing one'),
    hostile('authorisation', 'filtered by a foreign id gives the same empty answer as for a missing one'),
  ],
  41: [hostile('tenants', 'A foreign id gets the same bytes and timing as an unknown one')],
  42: [hostile('authorisation', 'ignores ids, tenant, plan, roles, times and versions that a client sends')],
  43: [
    hostile('tenants', 'Only an ADMIN assigns roles'),
    hostile('authorisation', 'The only ADMIN cannot be demoted, deactivated or removed'),
    auth('sign-in/mailed-links', 'Four roles, a role twice and a role in lower case are VALIDATION_ERROR'),
  ],
  44: [
    hostile('authorisation', 'of another person’s task is FORBIDDEN for a technician'),
    tasks('change/set-task-status', 'A task of somebody else is FORBIDDEN to a technician'),
    tasks('list/cached-list', 'What one person is shown is shown to nobody else'),
    tasks(
      'list/list-tasks',
      'A technician finds their own tasks and the unassigned ones in buildings that they cover',
    ),
    taskLinks('task-link', 'A reassigned link shows a page that says so'),
  ],
  45: [
    hostile('authorisation', 'below its plan is FORBIDDEN, even just after a downgrade'),
    at('src/modules/routing/rules')(
      'routing-rules',
      'On-shift conditions and assignment to “on call” need ENTERPRISE',
    ),
  ],
  46: [hostile('tenants', 'Ids chosen by a client belong to its tenant')],
  47: [
    whole(
      'isolation',
      'A connection returned to the pool after an error shows the next tenant no rows of the previous one',
    ),
  ],
  48: [
    whole('isolation', 'Without a tenant a connection reads no rows of any tenant table and can write none'),
  ],
  49: [
    hostile('authorisation', 'Writes of another tenant change no answer to a read'),
    at('src/modules/dashboard')(
      'follow-live',
      'Events of one tenant reach no other, even if a viewer resumes',
    ),
  ],
  50: [pages],
  51: [pages],
  52: [pages],
  53: [
    hostile('paging', 'pages correctly while rows are added and removed'),
    hostile('paging', 'returns each row once over all pages'),
  ],
  54: [
    hostile('paging', 'literally: characters of patterns and of SQL match only themselves'),
    hostile('text', 'refuses characters of SQL and of patterns in enum parameters of its query'),
  ],
  55: [pages],
  56: [badBodies, whole('wire', 'JSON with a byte order mark or a repeated key is read as by JSON.parse')],
  57: [whole('wire', 'Prototype keys in a body or a query change nothing'), badBodies],
  58: [whole('wire', 'JSON with a byte order mark or a repeated key is read as by JSON.parse')],
  59: [
    whole('wire', 'A body of one byte more than 1 MiB is PAYLOAD_TOO_LARGE'),
    badBodies,
    uploads(
      'uploads-in-progress',
      'JSON is not parsed: such a PUT is UNAUTHORIZED before any of its body arrives',
    ),
  ],
  60: [
    feedback('intake/submit-feedback', 'A rating is a whole number from 1 to 5'),
    hostile('text', 'accepts numbers only as JSON numbers and within their limits'),
  ],
  61: [
    badBodies,
    hostile('text', 'refuses NUL, invalid UTF-8 and too long values in its query'),
    whole('wire', 'A path that is malformed, contains NUL or climbs is NOT_FOUND in the envelope'),
    malformed,
  ],
  62: [badBodies, hostile('text', 'refuses NUL, invalid UTF-8 and too long values in its query')],
  63: [
    feedback('intake/submit-feedback', 'A comment has at most 2,000 code points'),
    feedback('intake/submit-feedback', 'A comment of spaces and invisible characters counts as none'),
  ],
  64: [oneLine, hostile('output', 'A comment is stored and returned as written')],
  65: [whole('wire', 'A content type other than JSON in UTF-8 is UNSUPPORTED_MEDIA_TYPE'), badBodies],
  66: [whole('wire', 'A compressed body is UNSUPPORTED_MEDIA_TYPE and never decompressed')],
  67: [
    whole('matrix', 'of another tenant and of an unknown id are NOT_FOUND with the same bytes'),
    whole('wire', 'A path that is malformed, contains NUL or climbs is NOT_FOUND in the envelope'),
  ],
  68: [
    hostile('text', 'refuses dates and times that do not exist'),
    hostile('text', 'refuses non-existent dates and times in its query'),
  ],
  69: [hostile('text', 'answers within 50 ms to text designed to slow down its validation')],
  70: [malformed],
  71: [hostile('dropped', 'Line breaks sent by a client do not get into headers')],
  72: [whole('wire', 'X-Request-Id is generated')],
  73: [
    whole('wire', 'Without a trusted proxy a caller cannot choose the address that rate limits count by'),
    gate('sources', 'X-Forwarded-For counts only as far as its hops are trusted proxies'),
  ],
  74: [
    whole('wire', 'TRACE, PUT, PROPFIND, OPTIONS and a method override are NOT_FOUND'),
    whole('matrix', 'does not exist for HEAD, with a trailing slash, in another case or with another method'),
  ],
  75: [
    whole('wire', 'A configured origin is allowed, without credentials'),
    whole('wire', 'Every response has the security headers'),
    taskLinks('task-link', 'A form from another site is refused, whatever it contains'),
  ],
  76: [
    whole('matrix', 'does not exist for HEAD, with a trailing slash, in another case or with another method'),
    whole('wire', 'A path that is malformed, contains NUL or climbs is NOT_FOUND in the envelope'),
  ],
  77: [hostile('slow.long', 'A thousand connections with slow headers')],
  78: [
    hostile(
      'dropped',
      'Requests, uploads and responses aborted half way leave no connection, no file and no error',
    ),
  ],
  79: [
    hostile('public', 'unknown and replaced codes are NOT_FOUND'),
    hostile('public', 'A thousand guessed codes get only NOT_FOUND or RATE_LIMITED'),
  ],
  80: [hostile('public', 'a minute from one address')],
  81: [
    hostile('output', 'A comment is stored and returned as written'),
    hostile('output', 'Names of places, items and the tenant are inert on public pages'),
    hostile('output', 'Values that a form shows again after an error are inert'),
    hostile('output', 'Emails show texts of visitors and staff as plain text'),
  ],
  83: [tooMuch, feedback('intake/submit-feedback', 'Issue codes are case-insensitive')],
  84: [hostile('public', 'the Idempotency-Key of one visitor reveals nothing to another')],
  85: [
    hostile(
      'public',
      'Submissions during the deletion of their amenity are accepted or QR_NOT_CONFIGURED; afterwards none is orphaned',
    ),
  ],
  86: [
    noPhoto,
    hostile('photos', 'A JPEG with an appended script is served as a clean image'),
    hostile('public', 'A report is stored without its refused photo'),
    at('src/modules/operator')(
      'certifications/certifications',
      'A file that only claims to be a PDF is refused',
    ),
  ],
  87: [noPhoto, at('src/platform/images')('images', 'take at most 500 ms and 150 MB each')],
  88: [uploads('uploads', 'The served copy is re-encoded')],
  89: [
    uploads('uploads', 'File URLs that were changed'),
    hostile('photos', 'A client’s file name is not used'),
  ],
  90: [
    uploads('uploads', 'An upload URL works once'),
    uploads('uploads', 'Another size, another type, an unknown token and one for something else'),
    uploads('uploads', 'An upload URL is UNAUTHORIZED after its 10 minutes'),
    uploads('uploads', 'Keys that are unknown, of another tenant'),
  ],
  91: [uploads('uploads', 'Photos never uploaded, never attached within 24 hours'), tooMuch],
  92: [asManyAsLeft, hostile('keys', 'Of a hundred simultaneous requests for a key with ten left')],
  93: [
    tasks('change/set-task-status', 'Fifty moves to DONE at once are all 200'),
    tasks('change/set-task-status', 'DONE and OPEN at once end in one of the two'),
  ],
  94: [hostile('races', 'with If-Match: an old version is PRECONDITION_FAILED')],
  95: [
    hostile('races', 'sent ten times simultaneously with one Idempotency-Key has one effect'),
    hostile('tenants', 'The Idempotency-Keys of a person'),
    taskLinks('task-link', 'The same form sent twice'),
  ],
  96: [unused, hostile('races', 'A person removed while a task is assigned to them has no task afterwards')],
  97: [
    whole(
      'two-instances',
      'people and keys of a tenant share a hundred reads and thirty writes on both instances',
    ),
    whole('two-instances', 'the 101st read of a tenant in a minute is RATE_LIMITED'),
    whole('two-instances', 'the 31st write is RATE_LIMITED'),
    at('src/platform/gate/limits')(
      'stores',
      'two instances that simultaneously request the remainder of a bucket get no more than that',
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
  5: [
    hostile(
      'tokens',
      'A token of Scout, Arena or a super admin is UNAUTHORIZED on every staff endpoint, even if signed with our own key',
    ),
  ],
  6: [whole('matrix', 'is FORBIDDEN')],
  111: [
    faults('killed.long', 'PostgreSQL hangs without closing'),
    faults('killed.long', 'connections closed by the database give 503 at most'),
    faults('busy-database.long', 'While all connections wait for a lock'),
    at('src/platform/db')('database-health', 'If the connection drops all packets'),
  ],
  114: [whole('disk', 'Under 512 MB of free disk space writes are SERVICE_UNAVAILABLE')],
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
