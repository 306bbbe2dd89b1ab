/** Frame of every list: filters, saved views, columns, rows, pages, actions, and loading, empty and error states. */
import { Button } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import type { Page } from '#client/types.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { useApi, useRun } from '../lib/api.ts'
import { type ListEndpoint, type RowOf, type SearchOf, sortsOf } from '../lib/contract.ts'
import { useKeys } from '../lib/keys.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import { FilterBar } from '../parts/filters.tsx'
import { Screen } from '../parts/screen.tsx'
import { Empty, ErrorPanel, Filtered, QueryView } from '../parts/states.tsx'
import { type Column, Pager, type Selection, Table } from '../parts/table.tsx'
import { ActionButton, ActionMenu, RowName, useOffered } from './actions.tsx'
import { ColumnChoice, shownColumns } from './columns.tsx'
import type { Action, ListDeclaration, MaybeAction, UseList } from './declaration.ts'
import { ListFilters, ListSearch } from './list-filters.tsx'
import { listQuery, orderOf } from './list-query.ts'
import { useListState } from './use-list-state.ts'
import { Views } from './views.tsx'

interface ListScreenProps<E extends ListEndpoint> {
  /** key in the screen register */
  readonly name: string
  readonly title: string
  readonly breadcrumb: ReactNode
  readonly reads: E
  readonly sort?: string | undefined
  readonly use: UseList<E>
}

interface Layer<Row> {
  readonly action: Action
  readonly row?: Row
}

type Identified<Row> = Row & { readonly id: string }

const idOf = <E extends ListEndpoint>(declared: ListDeclaration<E>, row: RowOf<E>): string =>
  declared.id?.(row) ?? (row as { readonly id: string }).id

export const ListScreen = <E extends ListEndpoint>({
  name,
  title,
  breadcrumb,
  reads,
  sort: own,
  use,
}: ListScreenProps<E>) => {
  const { lists, words } = useMessages()
  const state = useListState(reads)
  const declared = use(state)
  const { staff } = useViewer()
  const offered = useOffered()
  const run = useRun()
  const [layer, setLayer] = useState<Layer<RowOf<E>>>()
  const [status, setStatus] = useState('')
  const sort = orderOf(reads, state.search, own)
  const list = useApi(reads as Endpoint, listQuery(reads, state.search, own) as never, { keep: true })
  const rows = (list.data as unknown as Page<RowOf<E>> | undefined)?.items ?? []
  const picked = rows.filter((row) => state.picked.has(idOf(declared, row)))

  const start = (action: Action, row?: RowOf<E>): void => {
    setStatus('')
    if ('call' in action) run.mutate(action.call, { onSuccess: () => setStatus(action.message ?? '') })
    else if ('layer' in action) setLayer(row === undefined ? { action } : { action, row })
  }
  // Reordering needs all rows in their own order.
  const { order } = declared
  const inOrder = order !== undefined && !state.filtered && sort === 'position'
  const moves = (row: RowOf<E>): MaybeAction[] => {
    if (!inOrder) return []
    const at = rows.findIndex((one) => idOf(declared, one) === idOf(declared, row))
    const [before, after] = [rows[at - 1], rows[at + 1]]
    return [
      before !== undefined && { label: words.up, call: order(row, before) },
      after !== undefined && { label: words.down, call: order(row, after) },
    ]
  }
  const menuOf = (row: RowOf<E>): Action[] =>
    offered([...(declared.actions?.(row, rows) ?? []), ...moves(row)])
  const actionsOf = (row: RowOf<E>): Action[] => [...offered([declared.opens?.(row)]), ...menuOf(row)]
  const [first] = rows
  const mayMove = first !== undefined && offered(moves(first)).length > 0
  const drop = (id: string, place: string): void => {
    const [row, target] = [id, place].map((one) => rows.find((known) => idOf(declared, known) === one))
    if (order && row !== undefined && target !== undefined && row !== target) run.mutate(order(row, target))
  }
  const toggle = (id: string): void => {
    const next = new Set(state.picked)
    if (!next.delete(id)) next.add(id)
    state.pick(next)
  }
  useKeys({
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
      if (id && declared.bulk) toggle(id)
    },
  })

  // A list without any filter has nothing to save as a view, and only staff have stored views.
  const hasViews = staff && (declared.search !== undefined || declared.columns.length > 3)
  const create = offered(declared.create ?? [])
  const main = create.at(-1)
  /** nothing yet, so that the empty state offers the first step */
  const isFirst = list.data !== undefined && (list.data as Page<RowOf<E>>).total === 0 && !state.filtered
  const [begin] = declared.first.action === undefined ? [main] : offered([declared.first.action])
  const sorts = sortsOf(reads)
  const shown = shownColumns(declared.columns, state.search.columns)
  const columns: Column<Identified<RowOf<E>>>[] = shown.map((column, at) => ({
    key: column.key,
    head: column.head,
    ...(sorts.includes(column.key) ? { sort: column.key } : {}),
    ...(column.end ? { end: true } : {}),
    ...(column.wide ? { wide: true } : {}),
    cell: (row) => (
      <>
        {at === 0 ? (
          <RowName action={offered([declared.opens?.(row)])[0]} run={(action) => start(action, row)}>
            {column.cell(row)}
          </RowName>
        ) : (
          column.cell(row)
        )}
        {column.below ? <small>{column.below(row)}</small> : null}
      </>
    ),
  }))
  if (declared.actions ?? order) {
    columns.push({
      key: 'actions',
      head: words.edit,
      actions: true,
      end: true,
      cell: (row) => (
        <ActionMenu name={declared.name(row)} actions={menuOf(row)} run={(action) => start(action, row)} />
      ),
    })
  }
  const selection: Selection = {
    ids: state.picked,
    toggle,
    all: (ids) => state.pick(new Set(ids)),
    label: (id) => {
      const row = rows.find((one) => idOf(declared, one) === id)
      return row === undefined ? '' : declared.name(row)
    },
  }
  return (
    <Screen
      title={title}
      breadcrumb={breadcrumb}
      beside={declared.help ? <p className="quiet">{declared.help}</p> : null}
      actions={create.map((action) => (
        <ActionButton key={action.label} action={action} run={start} main={action === main && !isFirst} />
      ))}
    >
      <FilterBar
        search={<ListSearch declared={declared} state={state} />}
        active={state.filtered}
        count={state.count}
        onClear={state.clear}
      >
        <ListFilters reads={reads} declared={declared} state={state} />
        {declared.columns.length > 3 ? (
          <ColumnChoice
            columns={declared.columns}
            chosen={state.search.columns}
            onChange={(columns) => state.set({ columns } as SearchOf<E>)}
          />
        ) : null}
        {hasViews ? <Views screen={name} search={state.search} /> : null}
      </FilterBar>
      {declared.note}
      <p role="status">{status}</p>
      {declared.bulk ? (
        <section className="bulk" aria-label={lists.selection}>
          <span aria-live="polite">{picked.length > 0 ? lists.selected({ count: picked.length }) : ''}</span>
          {picked.length > 0 ? (
            <>
              {offered(declared.bulk(picked)).map((action) => (
                <ActionButton key={action.label} action={action} run={start} />
              ))}
              <Button variant="subtle" onClick={() => state.pick(new Set())}>
                {words.selectNone}
              </Button>
            </>
          ) : null}
        </section>
      ) : null}
      {run.error ? <ErrorPanel error={run.error} quota={declared.quota} /> : null}
      <QueryView of={list as never} rows={12}>
        {(answer: Page<RowOf<E>>) =>
          answer.total === 0 ? (
            state.filtered ? (
              <Filtered onClear={state.clear} />
            ) : (
              <Empty
                title={declared.first.title}
                action={begin ? <ActionButton action={begin} run={start} main /> : null}
              >
                {declared.first.help}
              </Empty>
            )
          ) : (
            <>
              <Table
                caption={title}
                columns={columns}
                rows={answer.items.map(
                  (row) => ({ ...(row as object), id: idOf(declared, row) }) as Identified<RowOf<E>>,
                )}
                sort={sort}
                onSort={(next) => state.set({ sort: next } as unknown as SearchOf<E>)}
                {...(declared.bulk ? { selection } : {})}
                {...(mayMove ? { onDrop: drop } : {})}
                waiting={list.isPlaceholderData}
              />
              <Pager page={answer.page} totalPages={answer.totalPages} total={answer.total} />
            </>
          )
        }
      </QueryView>
      {layer ? (
        // The code of a form may load when it opens.
        <Suspense>
          <OpenLayer
            layer={layer}
            rows={rows}
            reads={reads}
            idOf={(row) => idOf(declared, row)}
            actionsOf={actionsOf}
            onClose={(words: unknown) => {
              setLayer(undefined)
              // A form passes the service's answer here, which is no text.
              setStatus(typeof words === 'string' ? words : '')
            }}
          />
        </Suspense>
      ) : null}
    </Screen>
  )
}

interface OpenLayerProps<Row> {
  readonly layer: Layer<Row>
  readonly rows: readonly Row[]
  readonly reads: ListEndpoint
  readonly idOf: (row: Row) => string
  readonly actionsOf: (row: Row) => readonly Action[]
  readonly onClose: (message?: string) => void
}

/**
 * Passes the current row, so that an open form learns of changes by others; refetches it by id where it left the
 * page.
 */
const OpenLayer = <Row,>({ layer, rows, reads, idOf, actionsOf, onClose }: OpenLayerProps<Row>) => {
  const { row: before } = layer
  const find = (among: readonly Row[]): Row | undefined =>
    before === undefined ? undefined : among.find((row) => idOf(row) === idOf(before))
  const here = find(rows)
  const all = useApi(reads as Endpoint, { query: { pageSize: 100 } } as never, {
    enabled: before !== undefined && here === undefined,
  })
  const now = here ?? find((all.data as unknown as Page<Row> | undefined)?.items ?? [])
  const same =
    now === undefined ? undefined : actionsOf(now).find(({ label }) => label === layer.action.label)
  const action = same ?? layer.action
  return 'layer' in action ? action.layer(onClose) : null
}
