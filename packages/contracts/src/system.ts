/**
 * For schedulers and monitoring: whoever runs the service, with one of the secrets of SYSTEM_SECRET in X-System-Secret.
 * Nothing here tells a tenant's content, an address, a path or a credential.
 */
import { endpoint, system } from './kit/endpoint.ts'

/**
 * Prometheus text of this instance: requests and jobs by duration, connections, events that wait, submissions, mails,
 * limits, answers from memory, the process. 200 also while the database is away: its lines are left out then, and
 * `wellkept_database_up` is 0.
 */
export const getMetrics = endpoint({
  module: 'system',
  name: 'getMetrics',
  method: 'GET',
  path: '/api/system/metrics',
  summary: 'Counters and timings of this instance as Prometheus text',
  access: system,
  limit: 'miss',
  file: ['text/plain'],
})
