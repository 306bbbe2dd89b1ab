/** The groups of the package: which contract files each has, and the noun that its names leave out. */
import { contractFiles } from '#contracts/all.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'

const rooms: readonly [group: string, nouns: readonly string[], files: readonly string[]][] = [
  ['alertRules', ['AlertRule'], ['alerts/rules.ts']],
  ['amenities', ['Amenity', 'Amenities'], ['places/amenities.ts']],
  ['amenityTypes', ['AmenityType'], ['places/amenity-types.ts']],
  ['apiKeys', ['ApiKey'], ['auth/api-keys.ts']],
  ['arena', [], ['arena.ts', 'arena/admin.ts', 'arena/boards.ts', 'arena/play.ts']],
  ['auditLog', ['AuditLog'], ['audit-log.ts']],
  ['auth', [], ['auth.ts', 'auth/magic-link.ts', 'sso.ts']],
  ['billing', [], ['billing.ts']],
  ['buildings', ['Building'], ['places/buildings.ts']],
  ['dashboard', [], ['dashboard.ts', 'figures.ts', 'task-figures.ts', 'exports.ts', 'reports.ts']],
  ['dataExport', ['DataExport'], ['data-export.ts']],
  ['escalationRules', ['EscalationRule'], ['escalation/rules.ts']],
  ['feedback', ['Feedback'], ['feedback.ts', 'feedback/moderation.ts']],
  ['locations', ['Location'], ['places/locations.ts']],
  ['operators', ['Operator'], ['operator.ts']],
  ['qrCodes', ['QrCode'], ['places/qr-codes.ts']],
  ['routingRules', ['RoutingRule'], ['routing/rules.ts']],
  ['schedules', ['Schedule'], ['schedules.ts']],
  ['inspections', [], ['scout/admin-rounds.ts', 'scout/admin-scouts.ts', 'scout/admin-templates.ts']],
  [
    'scout',
    [],
    ['findings', 'inspections', 'places', 'session', 'sync', 'walk'].map((name) => `scout/phone/${name}.ts`),
  ],
  ['settings', ['Settings'], ['settings.ts']],
  ['sharing', [], ['sharing/grants.ts', 'sharing/links.ts', 'sharing/mailings.ts']],
  ['slack', ['Slack'], ['slack/admin.ts']],
  ['slaPolicies', ['SlaPolicy', 'SlaPolicies'], ['sla/policies.ts']],
  ['status', ['Status'], ['status.ts', 'status/items.ts']],
  ['superAdmin', [], ['flags', 'platform', 'session', 'tenants'].map((name) => `super-admin/${name}.ts`)],
  ['tasks', ['Task'], ['tasks.ts']],
  ['users', ['User'], ['team.ts']],
  ['webhooks', ['Webhook'], ['webhooks.ts']],
  ['wizard', [], ['wizard.ts']],
]

/** What a program with a token or key does not call: providers, browsers, the operator, and the stream. */
const isOutside = ({ access, stream, plain, redirect }: Endpoint): boolean =>
  access.kind === 'signed' ||
  access.kind === 'slackOauth' ||
  access.kind === 'system' ||
  Boolean(stream ?? plain ?? redirect)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** `listTasks` in `tasks` is `list`. */
const shorten = (name: string, nouns: readonly string[]): string => {
  for (const noun of nouns.flatMap((one) => [`${one}s`, one])) {
    const verb = name.slice(0, -noun.length)
    if (name.endsWith(noun) && /^[a-z]+$/.test(verb)) return verb
  }
  return name
}

export interface Group {
  readonly name: string
  readonly methods: readonly { readonly name: string; readonly endpoint: Endpoint }[]
}

export const groups: readonly Group[] = rooms.map(([name, nouns, files]) => ({
  name,
  methods: files
    .flatMap((file) => Object.values(contractFiles[file] ?? {}).filter(isEndpoint))
    .filter((endpoint) => !isOutside(endpoint))
    .map((endpoint) => ({ name: shorten(endpoint.name, nouns), endpoint })),
}))

/** Endpoints that the package leaves out. */
export const outside = (endpoints: readonly Endpoint[]): readonly Endpoint[] => endpoints.filter(isOutside)

export const isPaged = ({ list, query }: Endpoint): boolean =>
  list !== undefined && query?.properties.page !== undefined

/** The line of the table that connect.ts reads. */
export const lineOf = (endpoint: Endpoint): string => {
  const { method, path, list, file, about, idempotent, body, query } = endpoint
  const flags = [
    list ? 'l' : '',
    isPaged(endpoint) ? 'p' : '',
    file ? 'f' : '',
    about ? 'a' : '',
    idempotent ? 'i' : '',
    body ? 'b' : '',
  ].join('')
  const names = body && query ? Object.keys(query.properties).join(',') : ''
  return `${method} ${path} ${flags} ${names}`.trimEnd()
}
