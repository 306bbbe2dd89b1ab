/** Sentences about an endpoint in Markdown, for OpenAPI and the reference: who may call it, and how often. */
import { type Endpoint, limitsOf } from '#contracts/kit/endpoint.ts'

const caller = ({ access }: Endpoint): string => {
  switch (access.kind) {
    case 'public':
      return 'Public'
    case 'entry':
      return 'Public: gives a token'
    case 'slackOauth':
      return 'A browser on its way to or from Slack'
    case 'signed':
      return `Signed by ${access.by === 'slack' ? 'Slack' : 'Stripe'}`
    case 'system':
      return 'Header `X-System-Secret` and no other credential'
    case 'scout':
      return 'Token of a scout'
    case 'arena':
      return access.kiosk ? 'Token of a player or of a wall display' : 'Token of a player'
    case 'superAdmin':
      return 'Token of a super admin'
    case 'tenant': {
      const key = access.scope ? `API key with scope \`${access.scope}\`` : 'no API key'
      return `Role \`${access.role}\` or higher; ${key}`
    }
    default:
      return access satisfies never
  }
}

export const describeEndpoint = (spec: Endpoint): string => {
  const limits = limitsOf(spec).map(
    ({ name, limit, windowSeconds, by }) => `\`${name}\`: ${limit} in ${windowSeconds} s by ${by}`,
  )
  return [
    caller(spec),
    ...(limits.length === 0 ? [] : [`Limit ${limits.join(', ')}`]),
    ...(spec.plan ? [`Plan \`${spec.plan}\` or higher`] : []),
    ...(spec.idempotent ? ['Takes `Idempotency-Key`'] : []),
  ]
    .map((sentence) => `${sentence}.`)
    .join(' ')
}

/** What each group of endpoints is about; `webhooks` are the events that the service sends. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  admin: 'The set-up of an organisation: places, QR codes, team, rules, SLAs, webhooks, API keys, audit log',
  arena: 'The game of the team: points, badges, boards and rewards, for players and wall displays',
  auth: 'Signing in and out, and the own profile with its sessions and connections',
  billing: 'Plan, checkout and invoices',
  dashboard: 'Figures, what needs attention, exports and the live stream',
  feedback: 'What visitors send, read and moderate',
  operator: 'Companies that do the work: coverage, rosters, who is on call',
  scout: 'Inspections on a phone: rounds, checklists and findings',
  sharing: 'Links, grants and mailings for people without an account',
  slack: 'Calls of Slack, and the way of a browser to it',
  status: 'What visitors see of an amenity, and their subscriptions to it',
  'super-admin': 'The platform: tenants, plans, flags and support access',
  system: 'Health, metrics, jobs and maintenance, for the operator of the service',
  tasks: 'The work: tasks, their states, notes, checklists and people',
  webhooks: 'Events that the service sends to addresses of yours, signed as Standard Webhooks',
  wizard: 'The first set-up of a building in steps',
}
