/** MAN-12: dialog for a saved-search alert, with its conditions in words and a preview of the last 30 days. */
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { updateMe } from '#contracts/auth.ts'
import type { SavedView } from '#contracts/preferences.ts'
import { mostSavedSearchAlerts } from '#contracts/saved-search-alerts.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { stringifySearch } from '#desk-kit/lib/search.ts'
import { useChangeViews } from '#desk-kit/list/use-views.ts'
import type { AlertDialogProps } from '#desk-kit/list/views.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import type { ViewAlert } from './filters.ts'
import { viewAlertMessages } from './messages.ts'
import { AlertPreview } from './preview.tsx'
import { useSentence } from './use-sentence.ts'

/** Why an alert is not possible here. */
const NotPossible = ({ children, onClose }: { children: React.ReactNode; onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(viewAlertMessages)
  useFocusBack(true)
  return (
    <Modal opened onClose={onClose} title={t.title} closeButtonProps={{ 'aria-label': words.close }}>
      {children}
    </Modal>
  )
}

const channels = ['both', 'push', 'mail'] as const
type Channel = (typeof channels)[number]

const channelOf = (tell: SavedView['tell'] | undefined): Channel =>
  !tell || (tell.mail && tell.push) ? 'both' : tell.mail ? 'mail' : 'push'

const AlertForm = ({
  alert,
  query,
  view,
  onClose,
}: Omit<AlertDialogProps, 'request'> & { alert: ViewAlert }) => {
  const { lists, words } = useMessages()
  const t = useMessages(viewAlertMessages)
  const change = useChangeViews()
  const sentence = useSentence(alert)
  const { user } = useMe()
  const { screen } = alert
  const form = useForm({
    draft: (): { name: string; way: Channel } => ({ name: '', way: channelOf(view?.tell) }),
    write: ({ name, way: channel }) => ({
      name: name.trim(),
      tell: {
        filters: stringifySearch(alert.filters).slice(1),
        mail: channel !== 'push',
        push: channel !== 'mail',
      },
    }),
    body: updateMe,
    check: ({ name }) => ({ name: !view && name.trim() === '' && lists.viewNameNeeded }),
    create: ({ name, tell }) =>
      change.mutateAsync((views) =>
        view
          ? views.map((one) => (one.id === view.id ? { ...one, tell } : one))
          : [
              ...views.filter((one) => one.screen !== screen || one.name !== name),
              { name, screen, query, tell },
            ],
      ),
    onDone: onClose,
  })
  const stop = (): void =>
    change.mutate((views) => views.map((one) => (one.id === view?.id ? { ...one, tell: null } : one)), {
      onSuccess: onClose,
    })
  const { mail, push } = user?.notifications.wish ?? { mail: true, push: true }
  return (
    <FormDialog form={form} title={t.title} submit={view?.tell ? words.save : t.tell} onClose={onClose}>
      <p>
        <strong>{sentence ?? '…'}</strong>
      </p>
      {view?.tell?.valid === false ? <p className="stale">{t.unknown}</p> : null}
      <div aria-live="polite">
        <AlertPreview alert={alert} />
      </div>
      {view ? null : <TextInput {...text(form, 'name', t.viewName)} maxLength={80} data-autofocus />}
      <NativeSelect
        {...text(form, 'way', t.ways)}
        data={channels.map((channel) => ({ value: channel, label: t.choices[channel] }))}
      />
      <small>{t.help}</small>
      {mail || push ? null : (
        <p className="stale">
          {t.switchedOff} <Link to="/profile">{t.toProfile}</Link>
        </p>
      )}
      {view?.tell ? (
        <p>
          <Button loading={change.isPending} onClick={stop}>
            {t.stop}
          </Button>
        </p>
      ) : null}
    </FormDialog>
  )
}

export const AlertDialog = ({ request, onClose, ...rest }: AlertDialogProps) => {
  const t = useMessages(viewAlertMessages)
  const { user } = useMe()
  const others = (user?.savedViews ?? []).filter(({ id, tell }) => tell && id !== rest.view?.id)
  if (!request.filters) return <NotPossible onClose={onClose}>{t.later[request.screen]}</NotPossible>
  if (others.length >= mostSavedSearchAlerts)
    return (
      <NotPossible onClose={onClose}>
        {t.enough({ count: others.length })} <Link to="/profile">{t.toProfile}</Link>
      </NotPossible>
    )
  return <AlertForm alert={request as ViewAlert} onClose={onClose} {...rest} />
}
