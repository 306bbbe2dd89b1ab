/**
 * The part of the ledger about the outside and failures: webhooks (99 to 105), kills, lost answers, time (108 to
 * 115).
 */
import { at, type Proof } from './proof.ts'

const faults = at('test/faults')
const webhooks = at('src/modules/webhooks')

export const proofsOfFaults: Readonly<Record<number, readonly Proof[]>> = {
  99: [webhooks('hostile-webhooks', '99: an address that may not be called is VALIDATION_ERROR')],
  100: [webhooks('hostile-webhooks', '100: an address that is private when it is called fails as BLOCKED')],
  101: [webhooks('hostile-webhooks', '101: a redirect is a failure and is not followed')],
  102: [
    webhooks('hostile-webhooks', '102: an answer with an endless body or endless headers is cut'),
    webhooks(
      'hostile-webhooks',
      'A hanging receiver has five deliveries in flight and one after it has failed',
    ),
  ],
  103: [
    webhooks('retries', '410 switches it off at once'),
    webhooks('retries', 'Retry-After is honoured up to 24 hours'),
    webhooks('retries', 'A webhook is switched off after five days without a success and 20 failures'),
  ],
  104: [webhooks('hostile-webhooks', '104: an invalid certificate is a failure that says so')],
  105: [
    webhooks('webhooks', 'After a rotation both secrets sign for 24 hours'),
    webhooks('webhooks', 'A deleted webhook gets nothing more'),
  ],
  108: [
    faults('answers-lost.long', 'after a commit and before its answer: the same request again is answered'),
    faults('ledger.long', 'no event is lost, none is made up, no effect is doubled'),
  ],
  109: [
    webhooks(
      'hostile-webhooks',
      '109: a delivery whose sender died is sent again with the same webhook-id once its claim has expired',
    ),
    faults('roles.long', 'after a mail was sent and before that was noted is replaced within 30 s'),
    faults('ledger.long', 'no event is lost, none is made up, no effect is doubled'),
  ],
  110: [faults('killed.long', 'kill -9 of PostgreSQL under load: 503 within 2 s, not ready and ready again')],
  112: [
    faults('busy-database', 'A serialization failure and a deadlock are tried again, three times in all'),
  ],
  113: [
    faults('store-changes.long', 'PostgreSQL gone, with or without a Redis that is gone too'),
    faults('store-changes.long', 'PostgreSQL counts from nothing, exactly, and Redis again after 15 minutes'),
    faults('store-changes.long', 'Redis emptied: it counts on from nothing, exactly'),
  ],
  115: [
    faults('clock-steps', 'an ended session, a spent link, a used refresh token and a revoked key stay so'),
    faults('clock-steps', 'every session has ended, and no refresh token opens another'),
    faults('clock-steps', 'work at a time is done once, and mails leave once'),
    faults('clock-steps', 'A step of the clock while a job runs does not let it run a second time'),
  ],
}
