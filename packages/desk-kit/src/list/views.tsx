/** The saved views of a list: open, save and delete. */
import { Button, Menu, TextInput } from '@mantine/core'
import { IconBell, IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import { updateMe } from '#contracts/auth.ts'
import type { SavedView } from '#contracts/preferences.ts'
import type { SavedSearchScreen } from '#contracts/saved-search-alerts.ts'
import { text } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { useForm } from '../form/use-form.ts'
import { useMessages } from '../lib/language.tsx'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { ErrorPanel } from '../parts/states.tsx'
import { useChangeViews, useViews } from './use-views.ts'

/** The alert that the shown view would get; `filters` is undefined where they ask for a later state. */
interface AlertRequest {
  readonly screen: SavedSearchScreen
  readonly filters: object | undefined
}

export interface AlertDialogProps {
  readonly request: AlertRequest
  /** query string of the view */
  readonly query: string
  /** the shown view; undefined: not saved yet */
  readonly view: SavedView | undefined
  readonly onClose: () => void
}

/** Set once by the app, which knows the screens that have alerts. */
export const alertDialog: { current?: ComponentType<AlertDialogProps> } = {}

interface ViewsProps {
  /** key in the screen register */
  readonly screen: string
  readonly search: object
  /** left out: the list has no alerts */
  readonly alert?: AlertRequest
}

interface SaveViewProps {
  readonly screen: string
  readonly query: string
  readonly onClose: () => void
}

const SaveView = ({ screen, query, onClose }: SaveViewProps) => {
  const { lists, words } = useMessages()
  const change = useChangeViews()
  const form = useForm({
    draft: () => ({ name: '' }),
    write: ({ name }) => ({ name: name.trim() }),
    body: updateMe,
    check: ({ name }) => ({ name: name.trim() === '' && lists.viewNameNeeded }),
    create: ({ name }) =>
      change.mutateAsync((views) => [
        ...views.filter((view) => view.screen !== screen || view.name !== name),
        { name, screen, query },
      ]),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={lists.saveView} submit={lists.saveView} onClose={onClose}>
      <p>{lists.saveViewHelp}</p>
      <TextInput {...text(form, 'name', words.name)} maxLength={80} data-autofocus />
    </FormDialog>
  )
}

const AlertMark = () => {
  const { lists } = useMessages()
  return <IconBell size={14} role="img" aria-label={lists.viewTells} />
}

export const Views = ({ screen, search, alert }: ViewsProps) => {
  const { lists } = useMessages()
  const views = useViews(screen)
  const change = useChangeViews()
  const navigate = useNavigate()
  const [layer, setLayer] = useState<'save' | 'alert'>()
  const close = (): void => setLayer(undefined)
  const AlertDialog = alertDialog.current
  const { page: _, ...kept } = search as Record<string, unknown>
  const query = stringifySearch(kept).slice(1)
  const now = views.find((view) => view.query === query)
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            size="compact-sm"
            className={`filter ${now ? 'on' : ''}`}
            rightSection={
              <>
                {now?.tell ? <AlertMark /> : null}
                <IconChevronDown size={14} aria-hidden />
              </>
            }
          >
            {now ? lists.viewNamed({ name: now.name }) : lists.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              rightSection={view.tell ? <AlertMark /> : null}
              onClick={() => void navigate({ to: '.', search: parseSearch(`?${view.query}`) as never })}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 ? <Menu.Divider /> : null}
          {now ? (
            <Menu.Item onClick={() => change.mutate((all) => all.filter(({ id }) => id !== now.id))}>
              {lists.deleteView({ name: now.name })}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => setLayer('save')}>{lists.saveView}</Menu.Item>
          )}
          {alert ? <Menu.Item onClick={() => setLayer('alert')}>{lists.tellMeWhen}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {change.error ? <ErrorPanel error={change.error} /> : null}
      {layer === 'save' ? <SaveView screen={screen} query={query} onClose={close} /> : null}
      {alert && AlertDialog && layer === 'alert' ? (
        <Suspense fallback={null}>
          <AlertDialog request={alert} query={query} view={now} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
