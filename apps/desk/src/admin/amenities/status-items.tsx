/** ADM-9: status items of an amenity and their operational state. */
import { ActionIcon, Button, Menu, Switch, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { AmenityWithItems } from '#contracts/places/amenities.ts'
import {
  createStatusItem,
  deleteStatusItem,
  type StatusItem,
  updateStatusItem,
} from '#contracts/status/items.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark, ReportMark, StateMark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { amenityMessages } from './messages.ts'

interface ItemDialogProps {
  readonly item: StatusItem
  readonly onClose: () => void
}

const SetState = lazyComponent(async () => (await import('./status-state.tsx')).SetState)

const Edit = ({ item, onClose }: ItemDialogProps) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const { items } = useMessages(amenityMessages)
  const save = useAction(updateStatusItem)
  const form = useForm({
    record: item,
    draft: (record = item) => ({ name: record.name, visible: record.visible }),
    write: ({ name, visible }) => ({ name: name.trim(), visible }),
    body: updateStatusItem,
    check: ({ name }) => ({ name: name.trim() === '' && amenities.nameNeeded }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={items.editTitle({ name: item.name })}
      submit={words.save}
      onClose={onClose}
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Switch {...check(form, 'visible', items.visible)} description={items.visibleHelp} />
    </FormDialog>
  )
}

const Remove = ({ item, onClose }: ItemDialogProps) => {
  const { items } = useMessages(amenityMessages)
  return (
    <Confirm
      title={items.removeTitle({ name: item.name })}
      submit={items.remove}
      call={callOf(deleteStatusItem, { params: { id: item.id }, ifMatch: item.version })}
      onClose={onClose}
    >
      {items.removeHelp}
    </Confirm>
  )
}

const Add = ({ amenityId, onClose }: { amenityId: string; onClose: () => void }) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const { items } = useMessages(amenityMessages)
  const create = useAction(createStatusItem)
  const form = useForm({
    draft: () => ({ name: '' }),
    write: ({ name }) => ({ name: name.trim() }),
    body: createStatusItem,
    check: ({ name }) => ({ name: name.trim() === '' && amenities.nameNeeded }),
    create: (body) => create.mutateAsync({ params: { id: amenityId }, body }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={items.add} submit={items.add} onClose={onClose}>
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
    </FormDialog>
  )
}

export const StatusItems = ({ amenity }: { amenity: AmenityWithItems }) => {
  const { words } = useMessages()
  const { items } = useMessages(amenityMessages)
  const { full } = useFormat()
  const [layer, setLayer] = useState<
    { kind: 'state' | 'edit' | 'remove'; item: StatusItem } | { kind: 'add' }
  >()
  const close = (): void => setLayer(undefined)
  // The current version, so that an open form learns of changes by others.
  const now = (item: StatusItem): StatusItem => amenity.statusItems.find(({ id }) => id === item.id) ?? item
  return (
    <Section
      title={items.title}
      actions={<Button onClick={() => setLayer({ kind: 'add' })}>{items.add}</Button>}
    >
      <Table
        caption={items.title}
        rows={amenity.statusItems}
        columns={[
          {
            key: 'name',
            head: words.name,
            cell: (item) => (
              <>
                {item.name}
                {item.visible ? null : <Mark tone="muted">{items.hidden}</Mark>}
                {item.note ? <small>{item.note}</small> : null}
              </>
            ),
          },
          {
            key: 'state',
            head: items.state,
            cell: (item) => (
              <>
                <StateMark state={item.state} />
                {item.expectedEnd ? <small>{items.untilAt({ at: full(item.expectedEnd) })}</small> : null}
              </>
            ),
          },
          {
            key: 'report',
            head: items.report,
            cell: (item) => (
              <>
                <ReportMark report={item.report} />
                {item.since ? (
                  <small>
                    <When at={item.since} />
                  </small>
                ) : null}
              </>
            ),
          },
          {
            key: 'actions',
            head: words.edit,
            actions: true,
            end: true,
            cell: (item) => (
              <span className="row-actions">
                <Button size="compact-sm" onClick={() => setLayer({ kind: 'state', item })}>
                  {items.setState}
                </Button>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon size={30} aria-label={items.actionsOf({ name: item.name })}>
                      <IconDots size={18} aria-hidden />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => setLayer({ kind: 'edit', item })}>{items.edit}</Menu.Item>
                    {amenity.statusItems.length > 1 ? (
                      <Menu.Item onClick={() => setLayer({ kind: 'remove', item })}>{items.remove}</Menu.Item>
                    ) : null}
                  </Menu.Dropdown>
                </Menu>
              </span>
            ),
          },
        ]}
      />
      {layer?.kind === 'add' ? <Add amenityId={amenity.id} onClose={close} /> : null}
      <Suspense>
        {layer?.kind === 'state' ? <SetState item={now(layer.item)} onClose={close} /> : null}
      </Suspense>
      {layer?.kind === 'edit' ? <Edit item={now(layer.item)} onClose={close} /> : null}
      {layer?.kind === 'remove' ? <Remove item={now(layer.item)} onClose={close} /> : null}
    </Section>
  )
}
