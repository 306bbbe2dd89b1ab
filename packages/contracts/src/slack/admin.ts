/** The connection of a tenant to its Slack workspace. */
import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Code, IdAnswer, Priority } from '#contracts/records.ts'
import { Version } from '../kit/pieces.ts'

/** What a route may bring to its channel. */
export const slackEvents = [
  'task.created',
  'task.escalated',
  'sla.at_risk',
  'sla.breached',
  'status.changed',
  'feedback.visitor_rejected',
  'scout.finding_created',
  'scout.round_submitted',
] as const
export const SlackEventName = Type.Enum([...slackEvents])
export type SlackEventName = (typeof slackEvents)[number]

/**
 * PENDING  a browser came back from Slack, whose answer has not come yet
 * BROKEN   Slack refuses the token: nothing is sent until the app is installed again
 */
export const SlackState = Type.Enum(['NONE', 'PENDING', 'CONNECTED', 'BROKEN', 'REMOVED'])
export type SlackState = Static<typeof SlackState>

export const SlackChannel = Type.Object({ id: Type.String(), name: Type.String() })
export type SlackChannel = Static<typeof SlackChannel>

export const SlackRoute = Type.Object({
  id: Id,
  name: Type.String(),
  channel: SlackChannel,
  /** empty: all */
  buildingIds: Type.Array(Id),
  events: Type.Array(SlackEventName),
  /** empty: all */
  categories: Type.Array(Code),
  minPriority: Nullable(Priority),
  /** why Slack refused the last message, e.g. is_archived */
  fault: Nullable(Type.String()),
})
export type SlackRoute = Static<typeof SlackRoute>

export const SlackConnection = Type.Object({
  /** whether this service has an app at Slack */
  configured: Type.Boolean(),
  state: SlackState,
  workspace: Nullable(SlackChannel),
  connectedAt: Nullable(Timestamp),
  connectedBy: personal(Nullable(Type.String())),
  /** for ten minutes and the caller's session; null while connected */
  installUrl: Nullable(Type.String()),
  lastOkAt: Nullable(Timestamp),
  fault: Nullable(Type.Object({ code: Type.String(), at: Timestamp })),
  routes: Type.Array(SlackRoute),
  people: Type.Array(
    Type.Object({
      user: Type.Object({ id: Id, name: personal(Type.String()) }),
      slackUserId: Type.String(),
      linkedAt: Timestamp,
    }),
  ),
  /** only with `channelQ` */
  channels: Type.Optional(Type.Array(SlackChannel, { maxItems: 50 })),
  /** only after `test`: null, or what Slack answered, e.g. channel_not_found */
  testFault: Type.Optional(Nullable(Type.String())),
  version: Version,
})
export type SlackConnection = Static<typeof SlackConnection>

export const fieldNames: AuditWords = {
  routes: { en: 'Channels', de: 'Kanäle' },
  channelId: { en: 'Channel', de: 'Kanal' },
  test: { en: 'Test message', de: 'Testnachricht' },
}

export const getSlack = endpoint({
  module: 'admin',
  name: 'getSlack',
  method: 'GET',
  path: '/api/admin/slack',
  summary: 'The Slack connection: workspace, health, which events go to which channel, linked people',
  access: admin(null),
  limit: 'read',
  flag: 'SLACK',
  query: Type.Object({ channelQ: Type.Optional(Line(80, 0)) }),
  data: SlackConnection,
  errors: ['FORBIDDEN'],
})

const ChannelId = Type.String({ pattern: '^[A-Z0-9]{2,40}$' })

export const updateSlack = endpoint({
  module: 'admin',
  name: 'updateSlack',
  method: 'PUT',
  path: '/api/admin/slack',
  summary: 'Replace which events go to which channel; `test` sends one message',
  auditLabel: { en: 'Changed what goes to Slack', de: 'Nachrichten an Slack geändert' },
  access: admin(null),
  limit: 'write',
  flag: 'SLACK',
  body: Type.Object({
    routes: Type.Array(
      Type.Object({
        id: Type.Optional(Id),
        name: Line(80),
        channelId: ChannelId,
        buildingIds: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
        events: Type.Array(SlackEventName, { minItems: 1, maxItems: 8, uniqueItems: true }),
        categories: Type.Optional(Type.Array(Code, { maxItems: 100, uniqueItems: true })),
        minPriority: Type.Optional(Nullable(Priority)),
      }),
      { maxItems: 100 },
    ),
    test: Type.Optional(Type.Object({ channelId: ChannelId })),
  }),
  data: SlackConnection,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
  example: ({ fresh }) => ({
    body: { routes: [{ name: fresh('Facility'), channelId: 'C0EXAMPLE', events: ['task.created'] }] },
  }),
})

export const disconnectSlack = endpoint({
  module: 'admin',
  name: 'disconnectSlack',
  method: 'DELETE',
  path: '/api/admin/slack',
  summary: 'Disconnect the workspace and forget its token, channels and linked people',
  auditLabel: { en: 'Disconnected Slack', de: 'Slack getrennt' },
  access: admin(null),
  limit: 'write',
  flag: 'SLACK',
  data: IdAnswer,
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
})
