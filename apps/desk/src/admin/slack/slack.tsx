/** ADM-20: the Slack connection: workspace, health, which events go to which channel, linked members. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import {
  disconnectSlack,
  getSlack,
  type SlackConnection,
  type SlackRoute,
  type SlackState,
  updateSlack,
} from '#contracts/slack/admin.ts'
import { callOf, useAction, useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { ScopeText } from '../scope-text.tsx'
import { slackMessages } from './messages.ts'
import { bodyOf } from './route-body.ts'

const RouteForm = lazyComponent(async () => (await import('./route-form.tsx')).RouteForm)

const route = getRouteApi('/slack')

const tones: Record<SlackState, Tone> = {
  NONE: 'muted',
  PENDING: 'info',
  CONNECTED: 'good',
  BROKEN: 'bad',
  REMOVED: 'muted',
}

const Facts = ({ data }: { data: SlackConnection }) => {
  const t = useMessages(slackMessages)
  return (
    <dl className="facts wide-facts">
      <div>
        <dt>{t.state}</dt>
        <dd>
          <Mark tone={tones[data.state]}>{t.states[data.state]}</Mark>
        </dd>
      </div>
      {data.workspace ? (
        <div>
          <dt>{t.workspace}</dt>
          <dd>{data.workspace.name}</dd>
        </div>
      ) : null}
      {data.workspace && data.connectedAt ? (
        <div>
          <dt>{t.connectedBy}</dt>
          <dd>
            {data.connectedBy} <When at={data.connectedAt} />
          </dd>
        </div>
      ) : null}
      {data.workspace && data.lastOkAt ? (
        <div>
          <dt>{t.lastOk}</dt>
          <dd>
            <When at={data.lastOkAt} />
          </dd>
        </div>
      ) : null}
      {data.fault ? (
        <div>
          <dt>{t.fault}</dt>
          <dd>
            <code>{data.fault.code}</code> <When at={data.fault.at} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

const Routes = ({ data }: { data: SlackConnection }) => {
  const { words } = useMessages()
  const t = useMessages(slackMessages)
  const { list } = useFormat()
  const update = useAction(updateSlack)
  const [editing, setEditing] = useState<{ readonly route: SlackRoute | undefined }>()
  const [said, setSaid] = useState('')
  const save = (routes: readonly SlackRoute[], test?: SlackRoute): void => {
    setSaid('')
    const body = {
      routes: routes.map(bodyOf),
      ...(test ? { test: { channelId: test.channel.id } } : {}),
    }
    update.mutate(
      { body, ifMatch: data.version },
      {
        onSuccess: ({ testFault }) => {
          if (!test) return
          const channel = `#${test.channel.name}`
          setSaid(testFault ? t.testFailed({ code: testFault }) : t.testSent({ channel }))
        },
      },
    )
  }
  return (
    <Section
      title={t.routes}
      actions={<Button onClick={() => setEditing({ route: undefined })}>{t.newRoute}</Button>}
    >
      {data.routes.length === 0 ? (
        <p className="quiet">{t.noRoutes}</p>
      ) : (
        <Table
          caption={t.routes}
          rows={data.routes}
          columns={[
            {
              key: 'channel',
              head: t.channel,
              cell: ({ name, channel, fault }) => (
                <>
                  <strong>#{channel.name}</strong>
                  <div>{name}</div>
                  {fault ? <Mark tone="bad">{fault}</Mark> : null}
                </>
              ),
            },
            {
              key: 'events',
              head: t.events,
              cell: ({ events }) => list(events.map((one) => t.eventNames[one])),
            },
            {
              key: 'where',
              head: t.where,
              cell: ({ buildingIds, categories, minPriority }) => (
                <>
                  <ScopeText
                    scope={{
                      ...(buildingIds.length > 0 ? { buildingIds } : {}),
                      ...(categories.length > 0 ? { categories } : {}),
                    }}
                  />
                  {minPriority ? (
                    <div>
                      {t.minPriority}: {words.priority[minPriority]}
                    </div>
                  ) : null}
                </>
              ),
            },
            {
              key: 'actions',
              head: words.edit,
              actions: true,
              cell: (one) => (
                <div className="actions">
                  <Button size="compact-sm" onClick={() => setEditing({ route: one })}>
                    {words.edit}
                  </Button>
                  <Button
                    size="compact-sm"
                    aria-label={t.testOf({ channel: `#${one.channel.name}` })}
                    onClick={() => save(data.routes, one)}
                  >
                    {t.test}
                  </Button>
                  <Button
                    size="compact-sm"
                    onClick={() => save(data.routes.filter(({ id }) => id !== one.id))}
                  >
                    {words.remove}
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      <p role="status">{said}</p>
      {update.error ? <ErrorPanel error={update.error} /> : null}
      {editing ? (
        <Suspense>
          <RouteForm connection={data} route={editing.route} onClose={() => setEditing(undefined)} />
        </Suspense>
      ) : null}
    </Section>
  )
}

const People = ({ people }: Pick<SlackConnection, 'people'>) => {
  const t = useMessages(slackMessages)
  return (
    <Section title={t.people}>
      {people.length === 0 ? (
        <p className="quiet">{t.noPeople}</p>
      ) : (
        <ul className="reports">
          {people.map(({ user, linkedAt }) => (
            <li key={user.id}>
              <strong>{user.name}</strong>{' '}
              <small>
                {t.linked} <When at={linkedAt} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const Connect = ({ data }: { data: SlackConnection }) => {
  const t = useMessages(slackMessages)
  if (!data.configured) return <p>{t.notConfigured}</p>
  if (data.installUrl === null) return null
  return (
    <p>
      <Button component="a" href={data.installUrl} variant="filled">
        {data.state === 'BROKEN' ? t.reconnect : t.connect}
      </Button>
    </p>
  )
}

const Disconnect = ({ data }: { data: SlackConnection }) => {
  const t = useMessages(slackMessages)
  const [sure, setSure] = useState(false)
  return (
    <p>
      <Button onClick={() => setSure(true)}>{t.disconnect}</Button>
      {sure ? (
        <Confirm
          title={t.disconnectTitle}
          submit={t.disconnect}
          call={callOf(disconnectSlack, { ifMatch: data.version }, true)}
          onClose={() => setSure(false)}
        >
          {t.disconnectHelp}
        </Confirm>
      ) : null}
    </p>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(slackMessages)
  const { error } = route.useSearch()
  const slack = useApi(getSlack, {}, { again: ({ state }) => (state === 'PENDING' ? 2 : 0) })
  return (
    <Screen
      title={places.slack.name}
      breadcrumb={<Breadcrumb name="slack" />}
      beside={<p className="quiet">{t.help}</p>}
    >
      {error ? (
        <p className="error-panel" role="alert">
          {t.back[error]}
        </p>
      ) : null}
      <QueryView of={slack}>
        {(data) => (
          <>
            <Facts data={data} />
            <Connect data={data} />
            {data.workspace ? <Disconnect data={data} /> : null}
            {data.state === 'CONNECTED' ? (
              <>
                <Routes data={data} />
                <People people={data.people} />
              </>
            ) : null}
          </>
        )}
      </QueryView>
    </Screen>
  )
}
