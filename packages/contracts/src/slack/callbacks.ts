/** What Slack and browsers on their way to or from Slack call. Bodies name only the fields that are read. */
import { type Static, Type } from 'typebox'
import { endpoint, signedBy, slackOauth } from '#contracts/kit/endpoint.ts'
import { Exact } from '#contracts/kit/text.ts'

const oauth = { module: 'slack', method: 'GET', access: slackOauth, limit: 'public' } as const
const signed = { module: 'slack', method: 'POST', access: signedBy('slack'), limit: 'miss' } as const

const state = Exact(2000)
const CallbackQuery = Type.Object({
  state,
  code: Type.Optional(Exact(500)),
  /** in place of the code, e.g. access_denied */
  error: Type.Optional(Exact(200)),
})

export const installSlack = endpoint({
  ...oauth,
  name: 'installSlack',
  path: '/api/slack/install',
  summary: 'To Slack, to install the app; the state is that of `installUrl` of GET /api/admin/slack',
  query: Type.Object({ state }),
  redirect: true,
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  example: () => ({ query: { state: 'state' } }),
})

export const finishSlackInstall = endpoint({
  ...oauth,
  name: 'finishSlackInstall',
  path: '/api/slack/oauth/callback',
  summary: 'Connects the workspace and goes back to /app/slack; a state counts once',
  query: CallbackQuery,
  redirect: true,
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  example: () => ({ query: { state: 'state', code: 'code' } }),
})

export const linkSlackPerson = endpoint({
  ...oauth,
  name: 'linkSlackPerson',
  path: '/api/slack/user/link',
  summary:
    'To Slack, to link the own account there; the state is that of `slack.linkUrl` of GET /api/auth/me',
  query: Type.Object({ state }),
  redirect: true,
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  example: () => ({ query: { state: 'state' } }),
})

export const finishSlackLink = endpoint({
  ...oauth,
  name: 'finishSlackLink',
  path: '/api/slack/user/callback',
  summary: 'Links the person to the member and goes back to /app/profile',
  query: CallbackQuery,
  redirect: true,
  errors: ['UNAUTHORIZED', 'FORBIDDEN', 'SERVICE_UNAVAILABLE'],
  example: () => ({ query: { state: 'state', code: 'code' } }),
})

const text = Type.String({ maxLength: 200 })
const optional = Type.Optional(text)

/** The event inside of an `event_callback`. */
export const SlackEvent = Type.Object({
  type: text,
  user: optional,
  bot_id: optional,
  subtype: optional,
  channel: optional,
  ts: optional,
  thread_ts: optional,
  text: Type.Optional(Type.String()),
  tab: optional,
  /** of link_shared */
  message_ts: optional,
  unfurl_id: optional,
  source: optional,
  links: Type.Optional(Type.Array(Type.Object({ url: Type.String() }), { maxItems: 50 })),
  /** of tokens_revoked */
  tokens: Type.Optional(Type.Object({ bot: Type.Optional(Type.Array(text)) })),
})
export type SlackEvent = Static<typeof SlackEvent>

export const receiveSlackEvent = endpoint({
  ...signed,
  name: 'receiveSlackEvent',
  path: '/api/slack/events',
  summary: 'Events of a workspace, each handled once; answered before they are handled',
  body: Type.Object({
    type: text,
    challenge: Type.Optional(Type.String({ maxLength: 1000 })),
    team_id: optional,
    event_id: optional,
    is_ext_shared_channel: Type.Optional(Type.Boolean()),
    event: Type.Optional(SlackEvent),
  }),
  plain: Type.Object({ challenge: Type.String() }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: () => ({ body: { type: 'url_verification', challenge: 'challenge' } }),
})

export const runSlackCommand = endpoint({
  ...signed,
  name: 'runSlackCommand',
  path: '/api/slack/commands',
  summary: '`/facility`: list, take, done, status, on-call, help; answered to the person alone',
  body: Type.Object({
    team_id: text,
    user_id: text,
    text: Type.Optional(Type.String({ maxLength: 5000 })),
    trigger_id: text,
  }),
  plain: Type.Object({
    response_type: Type.Literal('ephemeral'),
    text: Type.String(),
    blocks: Type.Array(Type.Unknown()),
  }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: () => ({ body: { team_id: 'T1', user_id: 'U1', text: 'help', trigger_id: '1.2' } }),
})

const Option = Type.Object({ value: text })

/** A field of a dialog, by its kind of element. */
export const SlackValue = Type.Object({
  value: Type.Optional(Type.Union([Type.String({ maxLength: 5000 }), Type.Null()])),
  selected_option: Type.Optional(Type.Union([Option, Type.Null()])),
  selected_date_time: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
})
export type SlackValue = Static<typeof SlackValue>

export const SlackInteraction = Type.Object({
  type: text,
  team: Type.Union([Type.Object({ id: text }), Type.Null()]),
  user: Type.Object({ id: text }),
  trigger_id: optional,
  channel: Type.Optional(Type.Object({ id: text })),
  actions: Type.Optional(Type.Array(Type.Object({ action_id: text, value: optional }), { maxItems: 25 })),
  view: Type.Optional(
    Type.Object({
      id: text,
      callback_id: optional,
      private_metadata: Type.Optional(Type.String({ maxLength: 3000 })),
      state: Type.Optional(
        Type.Object({
          values: Type.Record(Type.String(), Type.Record(Type.String(), SlackValue)),
        }),
      ),
    }),
  ),
})
export type SlackInteraction = Static<typeof SlackInteraction>

export const receiveSlackInteraction = endpoint({
  ...signed,
  name: 'receiveSlackInteraction',
  path: '/api/slack/interactions',
  summary: 'Buttons and dialogs: take, assign, on hold, done, dismiss as spam',
  body: Type.Object({ payload: SlackInteraction }),
  /** faults of a dialog, by its block */
  plain: Type.Object({
    response_action: Type.Literal('errors'),
    errors: Type.Record(Type.String(), Type.String()),
  }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: () => ({
    body: { payload: { type: 'block_actions', team: { id: 'T1' }, user: { id: 'U1' }, actions: [] } },
  }),
})

const PlainText = Type.Object({ type: Type.Literal('plain_text'), text: Type.String() })

export const listSlackOptions = endpoint({
  ...signed,
  name: 'listSlackOptions',
  path: '/api/slack/options',
  summary: 'Choices of the lists `amenity`, `assignee` and `category`, at most 20 by name',
  body: Type.Object({
    payload: Type.Object({
      type: text,
      team: Type.Union([Type.Object({ id: text }), Type.Null()]),
      user: Type.Object({ id: text }),
      action_id: text,
      value: Type.Optional(Type.String({ maxLength: 500 })),
    }),
  }),
  plain: Type.Object({ options: Type.Array(Type.Object({ text: PlainText, value: Type.String() })) }),
  errors: ['VALIDATION_ERROR', 'UNAUTHORIZED', 'SERVICE_UNAVAILABLE'],
  example: () => ({
    body: {
      payload: {
        type: 'block_suggestion',
        team: { id: 'T1' },
        user: { id: 'U1' },
        action_id: 'amenity',
        value: '',
      },
    },
  }),
})
