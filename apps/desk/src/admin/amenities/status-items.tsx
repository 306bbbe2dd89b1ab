/** ADM-9: the aspects of an amenity that may work or not, and their state for visitors. */
import { ActionIcon, Button, Menu, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { AmenityWithItems } from '#contracts/admin/amenities.ts'
import {
  createStatusItem,
  deleteStatusItem,
  type StatusItem,
  setStatusItemState,
  updateStatusItem,
} from '#contracts/admin/status-items.ts'
import { type OperationalState, operationalStates } from '#contracts/records.ts'
import { useAct } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { Mark, ReportMark, StateMark } from '../../parts/mark.tsx'
import { fromLocalField, toLocalField } from '../../parts/moments.ts'
import { Section } from '../../parts/screen.tsx'
import { Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'

interface ItemDialogProps {
  readonly item: StatusItem
  readonly onClose: () => void
}

const SetState = ({ item, onClose }: ItemDialogProps) => {
  const { items, words } = useT()
  const save = useAct(setStatusItemState)
  const before = { state: item.state, note: item.note ?? '', end: toLocalField(item.expectedEnd) }
  const [draft, setDraft] = useState(before)
  return (
    <FormDialog
      title={items.stateOf(item.name)}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={items.setState}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          {
            params: { id: item.id },
            body: {
              state: draft.state,
              note: draft.note.trim() || null,
              expectedEnd: fromLocalField(draft.end),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <NativeSelect
        data-autofocus
        label={items.state}
        value={draft.state}
        onChange={(event) => setDraft({ ...draft, state: event.currentTarget.value as OperationalState })}
        data={operationalStates.map((state) => ({ value: state, label: words.state[state] }))}
      />
      <Textarea
        label={items.publicNote}
        description={items.publicNoteHelp}
        autosize
        minRows={2}
        maxLength={500}
        value={draft.note}
        onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label={items.expectedEnd}
        value={draft.end}
        onChange={(event) => setDraft({ ...draft, end: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

const Edit = ({ item, onClose }: ItemDialogProps) => {
  const { items, words, amenities } = useT()
  const save = useAct(updateStatusItem)
  const [name, setName] = useState(item.name)
  const [visible, setVisible] = useState(item.visible)
  return (
    <FormDialog
      title={items.editTitle(item.name)}
      opened
      onClose={onClose}
      dirty={name !== item.name || visible !== item.visible}
      submit={words.save}
      problem={name.trim() === '' ? amenities.nameNeeded : undefined}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          { params: { id: item.id }, ifMatch: item.version, body: { name: name.trim(), visible } },
          { onSuccess: onClose },
        )
      }
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={items.visible}
        description={items.visibleHelp}
        checked={visible}
        onChange={(event) => setVisible(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

const Remove = ({ item, onClose }: ItemDialogProps) => {
  const { items } = useT()
  const remove = useAct(deleteStatusItem)
  return (
    <Confirm
      title={items.removeTitle(item.name)}
      opened
      onClose={onClose}
      submit={items.remove}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ params: { id: item.id }, ifMatch: item.version }, { onSuccess: onClose })
      }
    >
      {items.removeHelp}
    </Confirm>
  )
}

const Add = ({ amenityId, onClose }: { amenityId: string; onClose: () => void }) => {
  const { items, words, amenities } = useT()
  const create = useAct(createStatusItem)
  const [name, setName] = useState('')
  return (
    <FormDialog
      title={items.add}
      opened
      onClose={onClose}
      dirty={name !== ''}
      submit={items.add}
      problem={name.trim() === '' ? amenities.nameNeeded : undefined}
      busy={create.isPending}
      error={create.error}
      onSubmit={() =>
        create.mutate({ params: { id: amenityId }, body: { name: name.trim() } }, { onSuccess: onClose })
      }
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

export const StatusItems = ({ amenity }: { amenity: AmenityWithItems }) => {
  const { items, words } = useT()
  const { full } = useFormat()
  const [layer, setLayer] = useState<
    { kind: 'state' | 'edit' | 'remove'; item: StatusItem } | { kind: 'add' }
  >()
  const close = (): void => setLayer(undefined)
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
                {item.expectedEnd ? <small>{items.untilAt(full(item.expectedEnd))}</small> : null}
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
            key: 'acts',
            head: words.edit,
            acts: true,
            end: true,
            cell: (item) => (
              <span className="row-acts">
                <Button size="compact-sm" onClick={() => setLayer({ kind: 'state', item })}>
                  {items.setState}
                </Button>
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon size={30} aria-label={items.actionsOf(item.name)}>
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
      {layer?.kind === 'state' ? <SetState item={layer.item} onClose={close} /> : null}
      {layer?.kind === 'edit' ? <Edit item={layer.item} onClose={close} /> : null}
      {layer?.kind === 'remove' ? <Remove item={layer.item} onClose={close} /> : null}
    </Section>
  )
}
