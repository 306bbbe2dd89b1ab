/** MAN-2: inbox, read like email and operated by keys. Two queries: rows and filter options. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { CallOutput } from '#client/types.ts'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useKeys } from '#desk-kit/lib/keys.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole, useMe } from '#desk-kit/lib/me.ts'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, Filtered, QueryView } from '#desk-kit/parts/states.tsx'
import { Pager } from '#desk-kit/parts/table.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { FirstUse } from '../first-use/first-use.tsx'
import { ActionButtons, ActionDialog, Key } from './action-bar.tsx'
import { InboxFilters } from './inbox-filters.tsx'
import { feedbackMessages } from './messages.ts'
import { Moderation } from './moderation.tsx'
import { Reading } from './reading.tsx'
import { Refusals } from './refusals.tsx'
import { focusRow, Rows } from './rows.tsx'
import { filtersOf, type InboxSearch, isFiltered, rowsOf, showOf, unfiltered } from './search.ts'
import { type Subject, subjectOf } from './subject.ts'
import { useActions } from './use-actions.ts'
import { useTriage } from './use-triage.ts'

const route = getRouteApi('/feedback')

/** Export columns for what the list shows. */
const shownInFile = [
  'createdAt',
  'rating',
  'comment',
  'issues',
  'amenity',
  'building',
  'task',
  'taskStatus',
] as const

/** The next page is fetched when fewer rows are left. */
const few = 15

interface RatingOnlyProps {
  readonly about: CallOutput<typeof listRecentFeedback>['about']
  readonly search: InboxSearch
  readonly set: (change: InboxSearch) => void
}

/** Submissions with a rating only, summarised in one line. */
const RatingOnly = ({ about: { bare }, search, set }: RatingOnlyProps) => {
  const feedback = useMessages(feedbackMessages)
  const { average } = useFormat()
  if (search.bare)
    return (
      <p className="inbox-fold">
        <Button size="compact-sm" onClick={() => set({ bare: undefined, show: showOf(search) })}>
          {feedback.fold}
        </Button>
      </p>
    )
  if (!bare || bare.count === 0) return null
  return (
    <p className="inbox-fold">
      <span>
        {bare.average === null
          ? feedback.bare({ count: bare.count })
          : feedback.bareMean({ count: bare.count, mean: average(bare.average) })}
      </span>{' '}
      <Button size="compact-sm" onClick={() => set({ bare: true, show: showOf(search) })}>
        {feedback.unfold}
      </Button>
    </p>
  )
}

/** The row after the given ones, else the one before; also where they have left the list. */
const nextTo = (
  rows: readonly Subject[],
  isShown: (one: Subject) => boolean,
  ids: readonly (string | undefined)[],
): Subject | undefined => {
  const at = rows.findLastIndex(({ id }) => ids.includes(id))
  const stays = (one: Subject): boolean => isShown(one) && !ids.includes(one.id)
  return rows.slice(at + 1).find(stays) ?? rows.slice(0, Math.max(0, at)).findLast(stays)
}

export const Page: ComponentType = () => {
  const { places, lists, words } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const admin = useHasRole('ADMIN')
  const noCodes = useMe().limits.qrCodes.used === 0
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const triage = useTriage()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [status, setStatus] = useState('')
  const focusNext = useRef<string>(undefined)
  const list = useApi(listRecentFeedback, rowsOf(search), { keep: true })
  const { refetch, isFetching, dataUpdatedAt } = list
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const show = showOf(search)
  const rows = (list.data?.items ?? []).map((item) => subjectOf(item, triage, list.dataUpdatedAt))
  const isShown = ({ settled }: Subject): boolean => show === 'all' || settled === (show === 'done')
  const subjects = rows.filter(isShown)
  // The open submission leaves the rows a moment before the address names the next one.
  const current = subjects.find(({ id }) => id === search.id) ?? nextTo(rows, isShown, [search.id])
  const chosen = subjects.filter(({ id }) => picked.has(id))
  const total = (list.data?.total ?? 0) - (rows.length - subjects.length)
  // The line above the list mentions them.
  const ratingOnlyCount = list.data?.about.bare?.count ?? 0

  const set = useCallback(
    (change: InboxSearch, replace = false): void => {
      setPicked(new Set())
      void navigate({
        search: (before) => ({ ...before, show: showOf(before), page: undefined, id: undefined, ...change }),
        replace,
      })
    },
    [navigate],
  )
  const clear = (): void => set(unfiltered(search))
  const read = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, id }), replace: true, resetScroll: false })
  const goOn = (items: readonly Subject[]): void => {
    const next = nextTo(
      rows,
      isShown,
      items.map(({ id }) => id),
    )?.id
    focusNext.current = next
    setPicked(new Set())
    read(next)
  }
  const actions = useActions((items, words) => {
    setStatus(words)
    goOn(items)
    // In "New" the submissions leave the list; elsewhere the rows must show their task.
    if (words !== '' && show !== 'todo') void refetch()
  })
  const undo = (): void => {
    const undone = triage.undo()
    setStatus(undone ? (undone.kept ? feedback.sentStays : feedback.undone) : feedback.nothingToUndo)
    if (!undone) return
    const [back] = undone.ids
    focusNext.current = back
    read(back)
  }
  const toggle = (id: string): void =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const targets = chosen.length > 0 ? chosen : current ? [current] : []
  useKeys({
    e: () => actions.settle(targets),
    t: () => actions.open('task', targets),
    l: () => actions.open('label', targets),
    r: () => actions.open('reply', targets),
    u: undo,
    x: () => current && toggle(current.id),
  })

  const sentAt = triage.confirmedAt()
  const wantsMore = total > subjects.length && subjects.length <= few && sentAt > dataUpdatedAt
  useEffect(() => {
    if (wantsMore && !isFetching) void refetch()
  }, [wantsMore, isFetching, refetch])
  const { data, isPlaceholderData } = list
  // Everything on the last page was marked as done, or the address is outdated.
  const isPast = data && !isPlaceholderData && data.page > 1 && data.items.length === 0 && data.total > 0
  const last = isPast ? data.totalPages : undefined
  useEffect(() => {
    if (last === undefined) return
    const page = last > 1 ? last : undefined
    void navigate({ search: (before) => ({ ...before, page }), replace: true })
  }, [last, navigate])
  const currentId = current?.id
  // When the next one is already open the address does not change, so the focus is moved here.
  useEffect(() => {
    if (currentId === undefined || focusNext.current !== currentId) return
    focusNext.current = undefined
    focusRow(currentId)
  })

  return (
    <Screen
      title={places.feedback.name}
      beside={
        <p className="quiet">
          {list.data && show === 'todo' ? <span>{feedback.toRead({ count: total })}</span> : null}{' '}
          {triage.pending() > 0 ? <span className="inbox-saving">{feedback.saving}</span> : null}
        </p>
      }
      actions={
        <>
          <ExportButton
            request={{
              what: 'feedback',
              filters: filtersOf(search),
              sort: search.sort ?? '-createdAt',
              columns: shownInFile,
            }}
          />
          {triage.canUndo() ? (
            <Button aria-keyshortcuts="u" rightSection={<Key name="u" />} onClick={undo}>
              {feedback.acts.undo}
            </Button>
          ) : null}
        </>
      }
    >
      <InboxFilters
        search={search}
        summary={summary.data}
        labels={list.data?.about.labels ?? []}
        toReview={list.data?.about.toReview ?? null}
        set={set}
        clear={clear}
      />
      <p role="status">{status}</p>
      <Refusals />
      <section className="bulk" aria-label={lists.selection}>
        <span aria-live="polite">{chosen.length > 0 ? lists.selected({ count: chosen.length }) : ''}</span>
        {chosen.length > 0 ? (
          <>
            <ActionButtons
              items={chosen}
              onSettle={() => actions.settle(chosen)}
              onLayer={(layer) => actions.open(layer, chosen)}
            />
            <Button variant="subtle" onClick={() => setPicked(new Set())}>
              {words.selectNone}
            </Button>
          </>
        ) : null}
      </section>
      <QueryView of={list} rows={12}>
        {(page) => (
          <>
            <RatingOnly about={page.about} search={search} set={set} />
            {current ? (
              <div className={`inbox ${list.isPlaceholderData ? 'waiting' : ''}`} data-open={search.id}>
                <div className="inbox-list">
                  <Rows
                    items={subjects}
                    current={current.id}
                    picked={picked}
                    onPick={toggle}
                    onOpen={read}
                    label={places.feedback.name}
                  />
                  <Pager page={page.page} totalPages={page.totalPages} total={total} />
                </div>
                <Reading
                  item={current}
                  back={
                    <p className="inbox-back">
                      <Link to="." search={(before) => ({ ...before, id: undefined })}>
                        {feedback.backToList}
                      </Link>
                    </p>
                  }
                  actions={
                    <>
                      <ActionButtons
                        items={[current]}
                        onSettle={() => actions.settle([current])}
                        onLayer={(layer) => actions.open(layer, [current])}
                      />
                      {admin ? (
                        <Moderation
                          key={current.id}
                          item={current}
                          reviews={search.review}
                          onGone={() => goOn([current])}
                        />
                      ) : null}
                    </>
                  }
                />
              </div>
            ) : total > 0 ? (
              <p role="status" className="quiet">
                {feedback.nextComes}
              </p>
            ) : isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : noCodes ? (
              <FirstUse />
            ) : show !== 'todo' && ratingOnlyCount > 0 ? null : show === 'all' ? (
              <Empty title={feedback.noneTitle}>{feedback.noneHelp}</Empty>
            ) : (
              <Empty
                title={show === 'todo' ? feedback.allReadTitle : feedback.noneSettled}
                action={<Button onClick={() => set({ show: 'all' })}>{feedback.showAll}</Button>}
              >
                {show === 'todo' ? feedback.allReadHelp : null}
              </Empty>
            )}
          </>
        )}
      </QueryView>
      {actions.opened ? (
        <ActionDialog
          {...actions.opened}
          knownLabels={list.data?.about.labels ?? []}
          onClose={actions.close}
          onDone={actions.done}
        />
      ) : null}
    </Screen>
  )
}
