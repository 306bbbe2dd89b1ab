/** Texts of the webhooks in ICU message format. The other languages have exactly these keys. */
import { type OutwardName, outward, outwardNames } from '#contracts/outward.ts'

/** As the contract says it. */
const events = Object.fromEntries(outwardNames.map((name) => [name, outward[name].summary])) as Readonly<
  Record<OutwardName, string>
>

export const places = {
  webhooks: {
    name: 'Webhooks',
    about: 'Addresses of other systems that are told what happens here.',
  },
  webhook: {
    name: 'Webhook',
  },
} as const

export default {
  failing: 'Failing',
  events,
  nouns: {
    feedback: 'Feedback',
    status: 'Status',
    task: 'Tasks',
    sla: 'SLA',
    operator: 'Operators',
    amenity: 'Amenities',
    export: 'Exports',
    webhook: 'Webhooks',
  },
  help: 'Each event that you choose is sent to an address as it happens, signed, and again until it is taken.',
  noneTitle: 'No webhooks yet',
  noneHelp:
    'A webhook tells another system what happens here, a moment after it happens: a building management system hears of new tasks, a chat of breached targets, a script of everything.',
  full: 'All webhooks of your plan are in use. Delete one, or choose a larger plan.',
  create: 'Create webhook',
  address: 'Address',
  eventsHeard: 'Events',
  eventCount: '{count, plural, one {# event} other {# events}}',
  allEvents: 'All events',
  firstOf: '{first}, and {more, plural, one {# more} other {# more}}',
  health: 'Health',
  lastSuccess: 'Last delivered',
  never: 'Never',
  test: 'Send a test',
  delete: 'Delete',
  deleteTitle: 'Delete the webhook to {host}',
  deleteHelp:
    'Nothing is sent to {address} any more, also not what waits, and its log goes with it. This cannot be undone.',
  deleted: 'The webhook to {host} is deleted.',
  standing: {
    HEALTHY: 'Healthy',
    FRESH: 'Nothing sent yet',
    FAILING: 'Failing',
    PAUSED: 'Paused',
    GONE: 'Gone',
    OFF: 'Switched off',
  },
  firstFailure: 'First failure {ago}',
  state: 'State',
  meaning: {
    HEALTHY: 'The last delivery was taken.',
    FRESH: 'Nothing has been sent to it yet. Send a test to see whether it answers.',
    FAILING:
      'The last try failed. Each delivery is tried ten times over three days. After five days without a success the webhook is switched off.',
    PAUSED:
      'Somebody of the team paused it. What waited then is sent when it is enabled; what happens meanwhile is not kept for it.',
    GONE: 'The receiver answered that it is gone (410), so it was switched off. Enable it when the receiver is there again, then send again what failed.',
    OFF: 'For five days no delivery was taken, so it was switched off. Mend the receiver, enable it, then send again what failed.',
  },
  editTitle: 'Edit the webhook',
  urlHelp: 'It begins with https:// and can be reached from the internet.',
  urlNeeded: 'A webhook needs an address.',
  urlRefused:
    'This address cannot be called. It begins with https://, holds no user name, has port 443, 8443 or one above 1023, and can be reached from the internet.',
  description: 'Description',
  descriptionHelp: 'What receives it, for example “Building management system”.',
  enabled: 'Send events to it',
  eventsNeeded: 'Choose at least one event.',
  all: 'All of them',
  allHelp: 'Those that exist today. Events that come with a later version are chosen here.',
  sample: 'Sample',
  sampleOf: 'Sample: {event}',
  noSample: 'The sample could not be loaded. Close it and open it again.',
  secretTitle: 'The secret of the webhook to {host}',
  secretHelp:
    'This is the only time that it is shown. With it the receiver knows that a call comes from here. Put it where secrets are kept, not into a mail.',
  copySecret: 'Copy secret',
  saved: 'I have saved it',
  notYet: 'The secret cannot be shown again. Save it first, then say so below.',
  verify: 'How to verify',
  verifyHelp:
    'Every call is signed by the Standard Webhooks scheme, so a library does it. It needs the secret, the headers and the body as it came, before anything parses it.',
  verifyWith: {
    node: 'Node',
    python: 'Python',
  },
  verifyByHand:
    'By hand: take the secret without whsec_ out of base64. The signature is HMAC-SHA-256 over webhook-id, a dot, webhook-timestamp, a dot and the body, in base64 after “v1,”. The header may hold several with spaces between; one that fits is enough. Refuse a timestamp that is more than five minutes off.',
  verifyOnce:
    'Keep the webhook-id of what was handled: every try of a delivery has the same, so what comes twice is done once.',
  copyCode: 'Copy code',
  copyCodeOf: 'Copy code: {language}',
  testTitle: 'Test the webhook to {host}',
  testHelp:
    'Sends the event webhook.test to {address} now and shows what it answers. It is tried once, also while the webhook is off.',
  testAgain: 'Send another test',
  busy: 'Others are being sent to it at this moment, or it was switched off. Nothing was sent; try again in a moment.',
  taken: 'Taken',
  notTaken: 'Not taken',
  answered: 'Answered {status}',
  noAnswer: 'No answer',
  took: '{ms} ms',
  answer: 'Answer',
  emptyAnswer: 'The answer was empty.',
  answers: {
    redirect: 'It redirects, and redirects are not followed. Enter the address that it leads to.',
    refused:
      'The receiver refused the call. See whether it has the right secret and asks for nothing else, such as a sign-in.',
    missing: 'There is nothing at this address. Check the path.',
    gone: 'The receiver says that it is gone for good, so the webhook was switched off.',
    busy: 'The receiver asks for fewer calls. The next try waits as long as it asks, a day at most.',
    broken: 'The receiver failed on its side. Its own log says why.',
    other: 'Only an answer from 200 to 299 means that it was taken.',
  },
  faults: {
    BLOCKED:
      'The address leads into a private network, so it was not called. Enter one that can be reached from the internet.',
    TIMEOUT:
      'There was no complete answer within 15 seconds. Let the receiver answer at once and do the work afterwards.',
    TLS: 'The certificate of the receiver is not good. See whether it is expired, of another name, or lacks the chain.',
    UNREACHABLE:
      'There was no connection. See whether the name is right, the receiver runs, and no firewall is between.',
    GONE_RECORD:
      'The event and what it was about are no more, so nothing could be sent. There is nothing to do.',
    PLAN: 'Your plan has no webhooks, so it was not sent. With a plan that has them it can be sent again.',
    NO_SECRET: 'Its secret can be read no more, and nothing is sent unsigned. Make a new secret.',
  },
  pause: 'Pause',
  enable: 'Enable',
  rotate: 'New secret',
  rotateTitle: 'A new secret for {host}',
  rotateHelp:
    'For 24 hours both secrets sign every call, so nothing is refused while you change the receiver. After that only the new one signs.',
  secret: 'Secret',
  bothSign: 'The secret before signs too until {time}.',
  lastDay: 'Last 24 hours',
  ofLastDay: '{delivered} of {all} delivered',
  failedOfDay: '{count, plural, one {# failed} other {# failed}}',
  nothingOfDay: 'Nothing was sent',
  waiting: 'Waiting',
  waitingCount: '{count, plural, one {# delivery} other {# deliveries}}',
  lastTry: 'Last try',
  sendSince: 'Send failed ones again',
  sendSinceTitle: 'Send again what failed',
  sendSinceHelp:
    'Every failed delivery since then goes out again with its own id, 10,000 at most, the oldest first. Tests are left out.',
  since: 'Since',
  sinceNeeded: 'Say since when.',
  sinceTooLong: 'The log goes back 30 days.',
  queued:
    '{count, plural, =0 {Nothing has failed since then.} one {# delivery is on its way.} other {# deliveries are on their way.}}',
  log: 'Deliveries',
  refresh: 'Refresh',
  logSearch: 'Find an id',
  anyTime: 'The last 30 days',
  event: 'Event',
  states: {
    PENDING: 'Waiting',
    DELIVERED: 'Delivered',
    FAILED: 'Failed',
  },
  nothingSentTitle: 'Nothing has been sent yet',
  nothingSentHelp: 'Each event for this webhook stands here for 30 days, with every try and what came back.',
  tries: '{count, plural, =0 {not tried yet} one {# try} other {# tries}}',
  tryNumber: 'Try {number}',
  triesOf: 'Tries',
  nextTry: 'Next try {time}',
  waitsForOn: 'It is sent when the webhook is enabled.',
  sendAgain: 'Send again',
  sendAgainOf: 'Send again: {event}, {time}',
  payload: 'What is sent',
  copyPayload: 'Copy what is sent',
  noPayload: 'It is put together at the first try.',
  deliveryId: 'Delivery',
  eventId: 'Event, webhook-id',
} as const
