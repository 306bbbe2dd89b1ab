/** Form of a webhook: address and events. Creating one ends with its secret. */
import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OutwardName } from '#contracts/outward.ts'
import { createWebhook, type NewWebhook, updateWebhook, type Webhook } from '#contracts/webhooks.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { EventField } from './event-field.tsx'
import { webhookMessages } from './messages.ts'
import { ShownSecret } from './shown-secret.tsx'

export interface WebhookDraft {
  readonly url: string
  readonly description: string
  readonly events: readonly OutwardName[]
  readonly enabled: boolean
}

type Editable = Pick<Webhook, 'id' | 'version' | 'url' | 'description' | 'events' | 'enabled'>

/** The answer to creating one contains the secret. */
type Saved = Webhook & Partial<Pick<NewWebhook, 'secret'>>

interface WebhookFormProps {
  /** the current version; undefined: creates one */
  readonly webhook: Editable | undefined
  /** the webhook that a new one copies */
  readonly like?: Editable
  readonly onClose: () => void
}

export const WebhookForm = ({ webhook, like, onClose }: WebhookFormProps) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  const create = useAction(createWebhook, { withMe: true })
  const update = useAction(updateWebhook)
  const [created, setCreated] = useState<Pick<NewWebhook, 'url' | 'secret'>>()
  const form = useForm({
    record: webhook,
    draft: (record): WebhookDraft => {
      const from = record ?? like
      return {
        url: from?.url ?? '',
        description: from?.description ?? '',
        events: from?.events ?? [],
        enabled: record?.enabled ?? true,
      }
    },
    write: ({ url, description, events, enabled }) => ({
      url: url.trim(),
      description: description.trim(),
      events: [...events],
      enabled,
    }),
    body: createWebhook,
    check: ({ url, events }) => ({
      url: url.trim() === '' && t.urlNeeded,
      events: events.length === 0 && t.eventsNeeded,
    }),
    refused: { url: () => t.urlRefused },
    create: (body): Promise<Saved> => create.mutateAsync({ body }),
    update: (body, { id, version }): Promise<Saved> =>
      update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: (answer) => {
      if (answer?.secret) setCreated({ url: answer.url, secret: answer.secret })
      else onClose()
    },
  })
  useFocusBack(true)
  if (created) return <ShownSecret created={created} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={webhook ? t.editTitle : t.create}
      submit={webhook ? words.save : t.create}
      onClose={onClose}
      quota="webhooks"
      wide
    >
      <TextInput
        {...text(form, 'url', t.address)}
        type="url"
        description={t.urlHelp}
        placeholder="https://"
        data-autofocus
      />
      <TextInput {...text(form, 'description', t.description)} description={t.descriptionHelp} />
      <EventField form={form} />
      <Switch {...check(form, 'enabled', t.enabled)} />
    </FormDialog>
  )
}
