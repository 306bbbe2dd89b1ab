/** Floors, areas and rooms as a tree: add, rename, move, delete. */
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
} from '#contracts/admin/locations.ts'
import { client, refreshAll, useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { Section } from '../../parts/screen.tsx'
import { ErrorPanel } from '../../parts/states.tsx'

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
  /** undefined: a new one */
  readonly node: LocationNode | undefined
  readonly parentId: string | null
  readonly onClose: () => void
}

const Editor = ({ buildingId, all, node, parentId, onClose }: EditorProps) => {
  const { floors, words } = useT()
  const create = useAct(createLocation)
  const update = useAct(updateLocation)
  const before = {
    name: node?.name ?? '',
    kind: node?.kind ?? ((parentId ? 'ROOM' : 'FLOOR') as LocationKind),
    parentId: node ? node.parentId : parentId,
  }
  const [draft, setDraft] = useState(before)
  const own = node ? below(node) : []
  const parents = flatten(all).filter(({ node: one }) => !own.includes(one.id))
  const save = (): void => {
    const body = { name: draft.name.trim(), kind: draft.kind, parentId: draft.parentId }
    if (node) update.mutate({ params: { id: node.id }, ifMatch: node.version, body }, { onSuccess: onClose })
    else create.mutate({ body: { ...body, buildingId } }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={node ? floors.editTitle(node.name) : floors.add}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={node ? words.save : floors.add}
      problem={draft.name.trim() === '' ? floors.nameNeeded : undefined}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSubmit={save}
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={120}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <div className="two">
        <NativeSelect
          label={floors.kind}
          value={draft.kind}
          onChange={(event) => setDraft({ ...draft, kind: event.currentTarget.value as LocationKind })}
          data={locationKinds.map((kind) => ({ value: kind, label: floors.kinds[kind] }))}
        />
        <NativeSelect
          label={floors.inside}
          value={draft.parentId ?? ''}
          onChange={(event) => setDraft({ ...draft, parentId: event.currentTarget.value || null })}
          data={[
            { value: '', label: floors.top },
            ...parents.map(({ node: one, depth }) => ({
              value: one.id,
              label: `${'– '.repeat(depth)}${one.name}`,
            })),
          ]}
        />
      </div>
    </FormDialog>
  )
}

const Remove = ({ node, onClose }: { node: LocationNode; onClose: () => void }) => {
  const { floors } = useT()
  const remove = useAct(deleteLocation)
  return (
    <Confirm
      title={floors.deleteTitle(node.name)}
      opened
      onClose={onClose}
      submit={floors.delete}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ params: { id: node.id }, ifMatch: node.version }, { onSuccess: onClose })
      }
    >
      {floors.deleteHelp}
    </Confirm>
  )
}

/** Puts `siblings` into the given order; writes only those whose place changes. */
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
  const { floors } = useT()
  return (
    <ul className="tree">
      {nodes.map((node, index) => (
        <li key={node.id}>
          <div className="tree-line">
            <span>{node.name}</span>
            <small>{floors.kinds[node.kind]}</small>
            <Link to="/amenities" search={{ location: [node.id] }}>
              {floors.amenities(node.amenities)}
            </Link>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size={32} aria-label={floors.actionsOf(node.name)}>
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => open({ kind: 'add', parentId: node.id })}>
                  {floors.addBelow}
                </Menu.Item>
                <Menu.Item onClick={() => open({ kind: 'edit', node })}>{floors.renameMove}</Menu.Item>
                {index > 0 ? (
                  <Menu.Item onClick={() => order(swapped(nodes, index, index - 1))}>{floors.up}</Menu.Item>
                ) : null}
                {index < nodes.length - 1 ? (
                  <Menu.Item onClick={() => order(swapped(nodes, index, index + 1))}>{floors.down}</Menu.Item>
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
  const { floors } = useT()
  const [layer, setLayer] = useState<Layer>()
  const [error, setError] = useState<ApiError>()
  const close = (): void => setLayer(undefined)
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
          node={layer.node}
          parentId={layer.node.parentId}
          onClose={close}
        />
      ) : null}
      {layer?.kind === 'delete' ? <Remove node={layer.node} onClose={close} /> : null}
    </Section>
  )
}
