/** Tree of floors, areas and rooms: add, rename, move, delete. */
import { ActionIcon, Button, Menu, NativeSelect, TextInput } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import {
  createLocation,
  deleteLocation,
  type LocationKind,
  type LocationNode,
  locationKinds,
  updateLocation,
} from '#contracts/places/locations.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, client, refreshAll, useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { buildingMessages } from './messages.ts'

interface Flat {
  readonly node: LocationNode
  readonly depth: number
}

const flatten = (nodes: readonly LocationNode[], depth = 0): Flat[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flatten(node.children, depth + 1)])

const below = (node: LocationNode): string[] => [node.id, ...node.children.flatMap(below)]

interface EditorProps {
  readonly buildingId: string
  readonly all: readonly LocationNode[]
  /** undefined: creates one */
  readonly node: LocationNode | undefined
  readonly parentId: string | null
  readonly onClose: () => void
}

const Editor = ({ buildingId, all, node, parentId, onClose }: EditorProps) => {
  const { words } = useMessages()
  const { floors } = useMessages(buildingMessages)
  const create = useAction(createLocation)
  const update = useAction(updateLocation)
  const own = node ? below(node) : []
  const parents = flatten(all).filter(({ node: one }) => !own.includes(one.id))
  const form = useForm({
    record: node,
    draft: (record) => ({
      name: record?.name ?? '',
      kind: record?.kind ?? ((parentId ? 'ROOM' : 'FLOOR') as LocationKind),
      parentId: (record ? record.parentId : parentId) ?? '',
    }),
    write: (draft) => ({
      name: draft.name.trim(),
      kind: draft.kind,
      parentId: draft.parentId || null,
    }),
    body: createLocation,
    check: ({ name }) => ({ name: name.trim() === '' && floors.nameNeeded }),
    create: (body) => create.mutateAsync({ body: { ...body, buildingId } }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  const parentChoices = parents.map(({ node: one, depth }) => ({
    value: one.id,
    label: `${'– '.repeat(depth)}${one.name}`,
  }))
  return (
    <FormDialog
      form={form}
      title={node ? floors.editTitle({ name: node.name }) : floors.add}
      submit={node ? words.save : floors.add}
      onClose={onClose}
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <div className="two">
        <NativeSelect
          {...text(form, 'kind', floors.kind, (kind) => floors.kinds[kind as LocationKind])}
          data={locationKinds.map((kind) => ({ value: kind, label: floors.kinds[kind] }))}
        />
        <NativeSelect
          {...text(
            form,
            'parentId',
            floors.inside,
            (id) => parents.find(({ node: one }) => one.id === id)?.node.name ?? floors.top,
          )}
          data={[{ value: '', label: floors.top }, ...parentChoices]}
        />
      </div>
    </FormDialog>
  )
}

const Remove = ({ node, onClose }: { node: LocationNode; onClose: () => void }) => {
  const { floors } = useMessages(buildingMessages)
  return (
    <Confirm
      title={floors.deleteTitle({ name: node.name })}
      submit={floors.delete}
      call={callOf(deleteLocation, { params: { id: node.id }, ifMatch: node.version })}
      onClose={onClose}
    >
      {floors.deleteHelp}
    </Confirm>
  )
}

/** Saves the given order; only locations whose position changes are written. */
const reorder = async (siblings: readonly LocationNode[]): Promise<void> => {
  for (const [position, node] of siblings.entries()) {
    if (node.position !== position) {
      await client.call(updateLocation, { params: { id: node.id }, body: { position } })
    }
  }
}

type Layer = { kind: 'add'; parentId: string | null } | { kind: 'edit' | 'delete'; node: LocationNode }

interface BranchProps {
  readonly nodes: readonly LocationNode[]
  readonly open: (layer: Layer) => void
  readonly order: (siblings: readonly LocationNode[]) => void
}

const swapped = (nodes: readonly LocationNode[], index: number, other: number): LocationNode[] => {
  const next = [...nodes]
  const [moved] = next.splice(index, 1)
  if (moved) next.splice(other, 0, moved)
  return next
}

const Branch = ({ nodes, open, order }: BranchProps) => {
  const { words } = useMessages()
  const { floors } = useMessages(buildingMessages)
  return (
    <ul className="tree">
      {nodes.map((node, index) => (
        <li key={node.id}>
          <div className="tree-line">
            <span>{node.name}</span>
            <small>{floors.kinds[node.kind]}</small>
            <Link to="/amenities" search={{ location: [node.id] }}>
              {floors.amenities({ count: node.amenities })}
            </Link>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={32} aria-label={floors.actionsOf({ name: node.name })}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => open({ kind: 'add', parentId: node.id })}>
                  {floors.addBelow}
                </Menu.Item>
                <Menu.Item onClick={() => open({ kind: 'edit', node })}>{floors.renameMove}</Menu.Item>
                {index > 0 ? (
                  <Menu.Item onClick={() => order(swapped(nodes, index, index - 1))}>{words.up}</Menu.Item>
                ) : null}
                {index < nodes.length - 1 ? (
                  <Menu.Item onClick={() => order(swapped(nodes, index, index + 1))}>{words.down}</Menu.Item>
                ) : null}
                <Menu.Item onClick={() => open({ kind: 'delete', node })}>{floors.delete}</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
          {node.children.length > 0 ? <Branch nodes={node.children} open={open} order={order} /> : null}
        </li>
      ))}
    </ul>
  )
}

export const Floors = ({
  buildingId,
  locations,
}: {
  buildingId: string
  locations: readonly LocationNode[]
}) => {
  const { floors } = useMessages(buildingMessages)
  const [layer, setLayer] = useState<Layer>()
  const [error, setError] = useState<ApiError>()
  const close = (): void => setLayer(undefined)
  // The current version, so that an open form learns of changes by others.
  const now = (node: LocationNode): LocationNode =>
    flatten(locations).find(({ node: one }) => one.id === node.id)?.node ?? node
  const order = async (siblings: readonly LocationNode[]): Promise<void> => {
    setError(undefined)
    try {
      await reorder(siblings)
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    }
    await refreshAll()
  }
  return (
    <Section
      title={floors.title}
      actions={<Button onClick={() => setLayer({ kind: 'add', parentId: null })}>{floors.add}</Button>}
    >
      {locations.length === 0 ? <p className="quiet">{floors.none}</p> : null}
      <Branch nodes={locations} open={setLayer} order={(siblings) => void order(siblings)} />
      {error ? <ErrorPanel error={error} /> : null}
      {layer?.kind === 'add' ? (
        <Editor
          buildingId={buildingId}
          all={locations}
          node={undefined}
          parentId={layer.parentId}
          onClose={close}
        />
      ) : null}
      {layer?.kind === 'edit' ? (
        <Editor
          buildingId={buildingId}
          all={locations}
          node={now(layer.node)}
          parentId={layer.node.parentId}
          onClose={close}
        />
      ) : null}
      {layer?.kind === 'delete' ? <Remove node={now(layer.node)} onClose={close} /> : null}
    </Section>
  )
}
