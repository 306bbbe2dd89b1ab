/** Items of the ledger that are also tested for strangers: shared pages, walls, mailings, grants. */
import { at, type Proof } from './proof.ts'

const hostile = at('test/hostile')
const sharing = at('src/modules/sharing')
const pages = at('src/modules/pages/share')

export const proofsOfSharing: Readonly<Record<number, readonly Proof[]>> = {
  10: [
    pages('share-pages', 'A revoked link stops working at the next request'),
    sharing('grants/grants', 'Either side ends it: refused at once'),
    sharing('grants/grants', 'A grant past its end is EXPIRED and cannot be read'),
    sharing('views/follow-share', 'A stream ends with its link'),
  ],
  20: [
    pages('share-pages', 'The eleventh password attempt within 15 minutes is refused with the time to wait'),
    sharing('guesses', 'Of 10,000 guesses at a password ten are checked in 15 minutes'),
  ],
  22: [hostile('shared', 'A link’s password may have 128 characters of any alphabet')],
  23: [hostile('shared', 'A link’s password may have 128 characters of any alphabet')],
  28: [
    hostile('shared', 'A mailing link that is truncated'),
    hostile('shared', 'A replaced token does not work'),
    pages('share-pages', 'An unknown, expired or revoked address gets the same page'),
    pages('share-pages', 'HEAD, a prefetch and a chat preview are no views'),
    pages('share-photos', 'A shared photo is served only while the share shows it'),
    pages('share-photos', 'The URL of a shared photo serves no other photo'),
    sharing('mailings/mailings', 'Each recipient confirms once by an emailed link'),
  ],
  30: [sharing('mailings/mailings', 'An address gets at most three confirmation emails a day')],
  31: [hostile('shared', 'Whatever host a request names')],
  32: [hostile('shared', 'A recipient is one address in ASCII form')],
  36: [hostile('shared', 'Whatever host a request names')],
  40: [
    sharing('links/links', 'A building or a location of another tenant in a scope is NOT_FOUND'),
    sharing('grants/grants', 'A grant gives access to no other endpoint'),
  ],
  44: [
    sharing('grants/grants', 'A grant is offered by slug'),
    sharing('grants/grants', 'Only the receiver answers and reads'),
  ],
  45: [
    sharing('views/views', 'PDF and CSV of a link need the plan BUSINESS'),
    sharing('mailings/mailings', 'PDF or CSV attachments need BUSINESS'),
  ],
  64: [hostile('shared', 'Names and texts on shared pages and in mailings are inert')],
  71: [
    pages('share-pages', 'An origin that would add more than itself to the policy is VALIDATION_ERROR'),
    hostile('shared', 'Names and texts on shared pages and in mailings are inert'),
  ],
  75: [
    pages('share-pages', 'Every page says no-store'),
    hostile(
      'shared-doors',
      'A password form submitted from another site is refused without checking the password',
    ),
    hostile('shared-doors', 'The buttons of /m/TOKEN work on that page only'),
    hostile(
      'shared-doors',
      'No page, stream or file of a link is readable by another origin, nor framed by one that only resembles an allowed one',
    ),
  ],
  78: [
    hostile(
      'shared-doors',
      'Pages, files and streams of links aborted half way leave no connection and no error',
    ),
  ],
  79: [
    sharing('guesses', 'Of 10,000 guessed tokens none is accepted'),
    sharing('guesses', 'An address may send ten unknown tokens a minute to the pages'),
    sharing('screens/screens', 'Ten codes a minute can be tried, also at once'),
    sharing('guesses', 'Of 10,000 guessed pairing secrets none is accepted'),
  ],
  81: [hostile('shared', 'Names and texts on shared pages and in mailings are inert')],
  82: [
    at('src/modules/dashboard')('export-csv', 'No cell of an export is run by a spreadsheet'),
    hostile('shared', 'No cell of a shared CSV is a formula for a spreadsheet'),
  ],
  92: [
    sharing('links/links', 'Two requests at once never both take the last place'),
    sharing('links/links', 'Each view counts once, and maxViews is kept when many open the link at once'),
  ],
  94: [
    sharing('links/links', 'Changing a link that somebody else has changed meanwhile is PRECONDITION_FAILED'),
  ],
  95: [sharing('links/links', 'A repeated Idempotency-Key shows the same address again')],
  97: [
    hostile(
      'shared-doors',
      'Password attempts, unknown addresses, reads and writes of a tenant are counted exactly over two instances',
    ),
  ],
}
