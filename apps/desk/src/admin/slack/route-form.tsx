/** A channel and what it hears of. The service keeps all routes as one list. */
import { Checkbox, NativeSelect, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Scope } from '#contracts/kit/scope.ts'
import { type Priority, priorities } from '#contracts/records.ts'
import {
  getSlack,
  type SlackConnection,
  type SlackEventName,
  type SlackRoute,
  slackEvents,
  updateSlack,
} from '#contracts/slack/admin.ts'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ScopeFields } from '../scope-fields.tsx'
import { slackMessages } from './messages.ts'
import { bodyOf } from './route-body.ts'

interface RouteFormProps {
  readonly connection: SlackConnection
  /** undefined: a new one */
  readonly route: SlackRoute | undefined
  readonly onClose: () => void
}

export const RouteForm = ({ connection, route, onClose }: RouteFormProps) => {
  const { words } = useMessages()
  const t = useMessages(slackMessages)
  const update = useAction(updateSlack)
  const [typed, setTyped] = useState('')
  const asked = useApi(getSlack, { query: { channelQ: typed === `#${route?.channel.name}` ? '' : typed } })
  const found = asked.data?.channels ?? []
  const channels = [...(route ? [route.channel] : []), ...found.filter(({ id }) => id !== route?.channel.id)]
  const others = connection.routes.filter(({ id }) => id !== route?.id).map(bodyOf)
  const form = useForm({
    draft: () => ({
      name: route?.name ?? '',
      channelId: route?.channel.id ?? null,
      events: route?.events ?? (['task.created'] as SlackEventName[]),
      scope: { buildingIds: route?.buildingIds ?? [], categories: route?.categories ?? [] } as Scope,
      minPriority: (route?.minPriority ?? '') as Priority | '',
    }),
    write: ({ name, channelId, events, scope, minPriority }) => ({
      routes: [
        ...others,
        {
          ...(route ? { id: route.id } : {}),
          name: name.trim(),
          channelId: channelId ?? '',
          events,
          buildingIds: scope.buildingIds ?? [],
          categories: scope.categories ?? [],
          minPriority: minPriority === '' ? null : minPriority,
        },
      ],
    }),
    body: updateSlack,
    check: ({ name, channelId, events }) => ({
      name: name.trim() === '' && t.nameNeeded,
      channelId: channelId === null && t.channelNeeded,
      events: events.length === 0 && t.eventsNeeded,
    }),
    create: (body) => update.mutateAsync({ body, ifMatch: connection.version }),
    onDone: onClose,
  })
  const { events, scope } = form.values
  return (
    <FormDialog
      form={form}
      title={route ? t.editRoute : t.newRoute}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} maxLength={80} data-autofocus />
      <Select
        {...value(form, 'channelId', t.channel)}
        description={t.channelHelp}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        nothingFoundMessage={words.nothingToChoose}
        data={channels.map(({ id, name }) => ({ value: id, label: `#${name}` }))}
      />
      <Group form={form} name="events" legend={t.events}>
        {slackEvents.map((name) => (
          <Checkbox
            key={name}
            label={t.eventNames[name]}
            checked={events.includes(name)}
            onChange={(event) =>
              form.set({
                events: slackEvents.filter((one) =>
                  one === name ? event.currentTarget.checked : events.includes(one),
                ),
              })
            }
          />
        ))}
      </Group>
      <Group form={form} name="scope" legend={t.where}>
        <ScopeFields withoutTypes scope={scope} onChange={(next) => form.set({ scope: next })} />
      </Group>
      <NativeSelect
        {...text(form, 'minPriority', t.minPriority)}
        data={[
          { value: '', label: t.anyPriority },
          ...priorities.map((one) => ({ value: one, label: words.priority[one] })),
        ]}
      />
    </FormDialog>
  )
}
