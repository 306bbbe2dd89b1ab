/** Steps of tests that connect a tenant to the fake Slack and act there. */
import assert from 'node:assert/strict'
import type { Me } from '#contracts/auth.ts'
import type { SlackConnection } from '#contracts/slack/admin.ts'
import { whenDone } from '#server/modules/slack/app/public.ts'
import type { FakeSlack } from './fake-slack.ts'
import type { Reply, TestServer } from './server.ts'
import type { TestPerson, TestTenant } from './world.ts'

let count = 0

export interface SlackTeam {
  readonly teamId: string
  readonly tenant: TestTenant
  connection(query?: string): Promise<SlackConnection>
  /** puts the routes, with one for all tasks if none is given */
  route(body?: object): Promise<Reply<SlackConnection>>
  /** @returns the id at Slack */
  link(person: TestPerson): Promise<string>
  command(slackUserId: string, text: string, triggerId?: string): Promise<Reply<never>>
  press(slackUserId: string, action: string, taskId: string, triggerId?: string): Promise<Reply<never>>
  submit(
    slackUserId: string,
    dialog: string,
    taskId: string,
    values: object,
    viewId?: string,
  ): Promise<Reply<never>>
  options(
    slackUserId: string,
    actionId: string,
    value: string,
  ): Promise<{ text: { text: string }; value: string }[]>
  event(event: object, id?: string): Promise<Reply<never>>
  /** runs jobs and waits for all calls of Slack, moving the clock until nothing is due */
  settle(seconds?: number): Promise<void>
}

/** A browser follows the redirect to Slack and back. @returns the answer of the callback */
export const goThrough = async (
  server: TestServer,
  start: string,
  callback: string,
  query = 'code=code',
): Promise<Reply<never>> => {
  const begun = await server.call<never>('GET', start.replace('http://localhost:3000', ''))
  assert.equal(begun.status, 302, begun.text)
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return server.call<never>('GET', `${callback}?state=${encodeURIComponent(state)}&${query}`, {
    headers: { cookie },
  })
}

export const unique = (prefix: string): string => `${prefix}${Date.now()}${++count}`

/** Connects the tenant to a workspace of its own. */
export const connectSlack = async (
  server: TestServer,
  slack: FakeSlack,
  tenant: TestTenant,
): Promise<SlackTeam> => {
  const teamId = unique('T')
  const { token } = tenant.admin
  const connection = async (query = ''): Promise<SlackConnection> => {
    const reply = await server.call<SlackConnection>('GET', `/api/admin/slack${query}`, { token })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }
  slack.team = { id: teamId, name: 'Quay House' }
  const { installUrl } = await connection()
  const back = await goThrough(server, installUrl ?? '', '/api/slack/oauth/callback')
  assert.equal(back.headers.get('location'), 'http://localhost:3000/app/slack?connected=1', back.text)
  const form = (payload: object): string =>
    new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
  const interact = (payload: object): Promise<Reply<never>> =>
    slack.send(server, '/api/slack/interactions', form({ team: { id: teamId }, ...payload }), true)
  return {
    teamId,
    tenant,
    connection,
    route: (body = { routes: [{ name: 'All', channelId: 'C0FACILITY', events: ['task.created'] }] }) =>
      server.call<SlackConnection>('PUT', '/api/admin/slack', { token, body }),
    link: async (person) => {
      const me = await server.call<Me>('GET', '/api/auth/me', { token: person.token })
      slack.person = { userId: unique('U'), teamId }
      const reply = await goThrough(server, me.json.data.slack?.linkUrl ?? '', '/api/slack/user/callback')
      assert.equal(
        reply.headers.get('location'),
        'http://localhost:3000/app/profile?slack=linked',
        reply.text,
      )
      return slack.person.userId
    },
    command: (userId, text, triggerId = unique('t')) =>
      slack.send(
        server,
        '/api/slack/commands',
        new URLSearchParams({
          team_id: teamId,
          user_id: userId,
          command: '/facility',
          text,
          trigger_id: triggerId,
        }).toString(),
        true,
      ),
    press: (userId, action, taskId, triggerId = unique('t')) =>
      interact({
        type: 'block_actions',
        user: { id: userId },
        channel: { id: 'C0FACILITY' },
        trigger_id: triggerId,
        actions: [{ action_id: action, value: taskId }],
      }),
    submit: (userId, dialog, taskId, values, viewId = unique('V')) =>
      interact({
        type: 'view_submission',
        user: { id: userId },
        view: { id: viewId, callback_id: dialog, private_metadata: taskId, state: { values } },
      }),
    options: async (userId, actionId, value) => {
      const reply = await slack.send(
        server,
        '/api/slack/options',
        form({
          type: 'block_suggestion',
          team: { id: teamId },
          user: { id: userId },
          action_id: actionId,
          value,
        }),
        true,
      )
      assert.equal(reply.status, 200, reply.text)
      return JSON.parse(reply.text).options
    },
    event: (event, id = unique('Ev')) =>
      slack.send(
        server,
        '/api/slack/events',
        JSON.stringify({ type: 'event_callback', team_id: teamId, event_id: id, event }),
      ),
    settle: async (seconds = 4) => {
      for (let second = 0; second < seconds; second++) {
        await server.drain()
        await whenDone(server.built.platform)
        server.clock.advance(1000)
      }
    },
  }
}
