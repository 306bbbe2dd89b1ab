/** Texts of the webhooks in ICU message format. The other languages have exactly these keys. */
import { type OutwardName, outward, outwardNames } from '#contracts/outward.ts'

/** As the contract says it. */
const events = Object.fromEntries(outwardNames.map((name) => [name, outward[name].summary])) as Readonly<
  Record<OutwardName, string>
>

export const places = {
  webhooks: {
    name: 'Webhooks',
    about: 'Addresses of other systems that are notified of events here.',
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
    scout: 'Inspections',
    export: 'Exports',
    webhook: 'Webhooks',
  },
  help: 'Each event you choose is sent to an address when it happens, signed, and retried until it is accepted.',
  noneTitle: 'No webhooks yet',
  noneHelp:
    'A webhook informs another system as things happen: a building management system about new tasks, a chat about missed SLA targets, a script about everything.',
  full: 'All webhooks of your plan are in use. Delete one or choose a larger plan.',
  create: 'Create webhook',
  address: 'Address',
  eventsHeard: 'Events',
  eventCount: '{count, plural, one {# event} other {# events}}',
  allEvents: 'All events',
  firstOf: '{first} and {more, plural, one {# more} other {# more}}',
  health: 'Health',
  lastSuccess: 'Last delivered',
  never: 'Never',
  test: 'Send test',
  delete: 'Delete',
  deleteTitle: 'Delete webhook to {host}',
  deleteHelp:
    'Nothing more is sent to {address}, including waiting deliveries, and its log is deleted. This cannot be undone.',
  deleted: 'The webhook to {host} was deleted.',
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
    HEALTHY: 'The last delivery was accepted.',
    FRESH: 'Nothing has been sent yet. Send a test to see if the receiver responds.',
    FAILING:
      'The last attempt failed. Each delivery is tried ten times over three days. After five days without success the webhook is switched off.',
    PAUSED:
      'A team member paused it. Waiting deliveries are sent when it is enabled; events in the meantime are not kept.',
    GONE: 'The receiver responded that it no longer exists (410), so the webhook was switched off. Enable it when the receiver is back, then resend failed deliveries.',
    OFF: 'No delivery was accepted for five days, so the webhook was switched off. Fix the receiver, enable the webhook, then resend failed deliveries.',
  },
  editTitle: 'Edit webhook',
  urlHelp: 'Starts with https:// and is reachable from the internet.',
  urlNeeded: 'Enter an address.',
  urlRefused:
    'This address cannot be used. It must start with https://, contain no user name, use port 443, 8443 or one above 1023, and be reachable from the internet.',
  description: 'Description',
  descriptionHelp: 'The receiving system, for example “Building management system”.',
  enabled: 'Send events',
  eventsNeeded: 'Choose at least one event.',
  all: 'All events',
  allHelp: 'Events added in later versions must be selected here.',
  sample: 'Sample',
  sampleOf: 'Sample: {event}',
  noSample: 'The sample could not be loaded. Close it and try again.',
  secretTitle: 'Secret of the webhook to {host}',
  secretHelp:
    'The secret is shown only once. The receiver uses it to verify that a request comes from here. Store it in a safe place, not in an email.',
  copySecret: 'Copy secret',
  saved: 'I have stored it',
  notYet: 'The secret cannot be shown again. Store it first, then confirm below.',
  verify: 'How to verify',
  verifyHelp:
    'Requests are signed according to Standard Webhooks, so a library can verify them. It needs the secret, the headers and the raw body, before it is parsed.',
  verifyWith: {
    node: 'Node',
    python: 'Python',
  },
  verifyByHand:
    'Without a library: decode the secret after whsec_ from base64. The signature is HMAC-SHA-256 over webhook-id, a dot, webhook-timestamp, a dot and the body, in base64 after “v1,”. The header can contain several, separated by spaces; one match is enough. Reject timestamps that are more than five minutes off.',
  verifyOnce:
    'Store the webhook-id of processed deliveries: all attempts of a delivery have the same one, so you can ignore repeats.',
  copyCode: 'Copy code',
  copyCodeOf: 'Copy code: {language}',
  testTitle: 'Test webhook to {host}',
  testHelp:
    'Sends the event webhook.test to {address} now and shows the response. It is sent once, even while the webhook is off.',
  testAgain: 'Send another test',
  busy: 'Other deliveries are in progress, or the webhook was switched off. Nothing was sent; try again in a moment.',
  taken: 'Accepted',
  notTaken: 'Not accepted',
  answered: 'Response {status}',
  noAnswer: 'No response',
  took: '{ms} ms',
  answer: 'Response',
  emptyAnswer: 'The response was empty.',
  answers: {
    redirect: 'The receiver redirects, and redirects are not followed. Enter the target address.',
    refused:
      'The receiver rejected the request. Check that it has the right secret and requires nothing else, such as a sign-in.',
    missing: 'Nothing was found at this address. Check the path.',
    gone: 'The receiver responded that it no longer exists, so the webhook was switched off.',
    busy: 'The receiver requests fewer calls. The next attempt waits as long as requested, a day at most.',
    broken: 'An error occurred at the receiver. Check its log.',
    other: 'Only a status from 200 to 299 counts as accepted.',
  },
  faults: {
    BLOCKED:
      'The address leads to a private network, so nothing was sent. Enter an address that is reachable from the internet.',
    TIMEOUT:
      'There was no complete response within 15 seconds. The receiver should respond at once and process the event afterwards.',
    TLS: 'The certificate of the receiver is invalid. Check whether it has expired, has a different name or lacks its chain.',
    UNREACHABLE:
      'No connection. Check that the name is right, the receiver is running and no firewall blocks it.',
    GONE_RECORD: 'The event and its record no longer exist, so nothing could be sent. Nothing to do.',
    PLAN: 'Your plan does not include webhooks, so it was not sent. You can resend it on a plan that does.',
    NO_SECRET: 'The secret can no longer be read, and nothing is sent unsigned. Create a new secret.',
  },
  pause: 'Pause',
  enable: 'Enable',
  rotate: 'New secret',
  rotateTitle: 'New secret for {host}',
  rotateHelp:
    'For 24 hours both secrets sign each request, so that you can update the receiver without failures. After that only the new one signs.',
  secret: 'Secret',
  bothSign: 'The previous secret also signs until {time}.',
  lastDay: 'Last 24 hours',
  ofLastDay: '{delivered} of {all} delivered',
  failedOfDay: '{count, plural, one {# failed} other {# failed}}',
  nothingOfDay: 'Nothing sent',
  waiting: 'Waiting',
  waitingCount: '{count, plural, one {# delivery} other {# deliveries}}',
  lastTry: 'Last attempt',
  sendSince: 'Resend failed deliveries',
  sendSinceTitle: 'Resend failed deliveries',
  sendSinceHelp:
    'All deliveries that failed since then are resent with the same ID, oldest first, at most 10,000. Tests are skipped.',
  since: 'Since',
  sinceNeeded: 'Enter a time.',
  sinceTooLong: 'The log goes back 30 days.',
  queued:
    '{count, plural, =0 {Nothing has failed since then.} one {# delivery is being resent.} other {# deliveries are being resent.}}',
  log: 'Deliveries',
  refresh: 'Refresh',
  logSearch: 'Search by ID',
  anyTime: 'Last 30 days',
  event: 'Event',
  states: {
    PENDING: 'Waiting',
    DELIVERED: 'Delivered',
    FAILED: 'Failed',
  },
  nothingSentTitle: 'Nothing sent yet',
  nothingSentHelp: 'Events of the last 30 days are listed here, with each attempt and response.',
  tries: '{count, plural, =0 {not tried yet} one {# attempt} other {# attempts}}',
  tryNumber: 'Attempt {number}',
  triesOf: 'Attempts',
  nextTry: 'Next attempt {time}',
  waitsForOn: 'Sent when the webhook is enabled.',
  sendAgain: 'Resend',
  sendAgainOf: 'Resend: {event}, {time}',
  payload: 'Payload',
  copyPayload: 'Copy payload',
  noPayload: 'Created at the first attempt.',
  deliveryId: 'Delivery',
  eventId: 'Event, webhook-id',
} as const
