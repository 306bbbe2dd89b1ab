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
    faults('answers-lost.long', 'kill -9 of the service after a commit and before its response'),
    faults('ledger.long', 'Ten thousand changes and a hundred kills of workers'),
  ],
  109: [
    webhooks(
      'hostile-webhooks',
      '109: a delivery whose sender died is sent again with the same webhook-id once its claim has expired',
    ),
    faults(
      'roles.long',
      'A worker that is killed between sending an email and recording it is replaced within 30 s: the email is sent at most twice, with one id',
    ),
    faults('ledger.long', 'Ten thousand changes and a hundred kills of workers'),
  ],
  110: [faults('killed.long', 'kill -9 of PostgreSQL under load')],
  112: [faults('busy-database', 'Serialization failures and deadlocks are retried')],
  113: [
    faults('store-changes.long', 'PostgreSQL down, with or without Redis'),
    faults('store-changes.long', 'PostgreSQL counts from zero'),
    faults('store-changes.long', 'Redis emptied: it counts from zero, exactly'),
  ],
  115: [
    faults(
      'clock-steps',
      'After clock steps, ended sessions, used links, used refresh tokens and revoked keys stay invalid',
    ),
    faults('clock-steps', 'With the clock 45 days ahead every session has expired'),
    faults('clock-steps', 'After clock steps, scheduled jobs run once and emails are sent once'),
    faults('clock-steps', 'A clock step during a job does not start it a second time'),
  ],
}
