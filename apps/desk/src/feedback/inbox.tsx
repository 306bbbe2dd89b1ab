/** MAN-2: what visitors wrote. Two reads: the rows and what can be chosen from. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useCallback } from 'react'
import { type FeedbackItem, listRecentFeedback } from '#contracts/dashboard.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { useHolds } from '../lib/me.ts'
import { RatingMark } from '../parts/face.tsx'
import { FilterBar, FilterMenu, SearchField, ToggleFilter } from '../parts/filters.tsx'
import { Mark, StatusMark } from '../parts/mark.tsx'
import { PeriodFilter } from '../parts/period.tsx'
import { Screen } from '../parts/screen.tsx'
import { Answer, Empty, Filtered } from '../parts/states.tsx'
import { type Column, Pager, Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { type InboxSearch, ratings, rowsOf, shownStates } from './search.ts'
import { feedbackWords } from './words.ts'

const route = getRouteApi('/feedback')

const isFiltered = ({ page: _page, sort: _sort, ...filters }: InboxSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const useColumns = (): Column<FeedbackItem>[] => {
  const { words, places } = useWords()
  const feedback = useWords(feedbackWords)
  return [
    {
      key: 'comment',
      head: feedback.comment,
      cell: (item) => (
        <>
          <Link
            to="/feedback/$id"
            params={{ id: item.id }}
            data-row-link
            dir="auto"
            lang={item.comment ? item.language : undefined}
          >
            {item.comment?.slice(0, 240) ??
              (item.issues.map(({ name }) => name).join(', ') || feedback.ratingOnly)}
          </Link>
          <small>
            {item.amenity.name}, {item.building.name}
            {item.images.length > 0 ? `, ${words.photos({ count: item.images.length })}` : ''}
          </small>
          {item.state === 'VISIBLE' ? null : <Mark tone="warn">{feedback.states[item.state]}</Mark>}
        </>
      ),
    },
    {
      key: 'rating',
      head: feedback.rating,
      sort: 'rating',
      cell: (item) => <RatingMark rating={item.rating} />,
    },
    {
      key: 'issues',
      head: feedback.issues,
      wide: true,
      cell: (item) => item.issues.map(({ name, detail }) => detail ?? name).join(', '),
    },
    {
      key: 'task',
      head: places.task.name,
      cell: (item) =>
        item.task ? (
          <>
            <Link to="/tasks/$id" params={{ id: item.task.id }}>
              #{item.task.number}
            </Link>{' '}
            <StatusMark status={item.task.status} />
          </>
        ) : (
          <span className="quiet">–</span>
        ),
    },
    { key: 'at', head: feedback.received, sort: 'createdAt', cell: (item) => <When at={item.createdAt} /> },
  ]
}

export const Page: ComponentType = () => {
  const { places, words, period } = useWords()
  const feedback = useWords(feedbackWords)
  const admin = useHolds('ADMIN')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const sort = search.sort ?? '-createdAt'
  const list = useApi(listRecentFeedback, rowsOf(search), { keep: true })
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const set = useCallback(
    (change: InboxSearch): void =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) }),
    [navigate],
  )
  const clear = (): void => void navigate({ search: {} })
  return (
    <Screen title={places.feedback.name}>
      <FilterBar active={isFiltered(search)} onClear={clear}>
        <SearchField label={feedback.search} value={search.q} onChange={(q) => set({ q })} />
        <FilterMenu
          label={feedback.rating}
          choices={ratings.map((rating) => ({ value: rating, label: `${rating} ${words.rating[rating]}` }))}
          chosen={search.rating}
          onChange={(rating) => set({ rating: rating as InboxSearch['rating'] })}
        />
        <FilterMenu
          label={words.building}
          choices={(summary.data?.buildings ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          chosen={search.building}
          onChange={(building) => set({ building })}
        />
        <FilterMenu
          label={words.amenity}
          choices={(summary.data?.amenities ?? []).map(({ id, name, building }) => ({
            value: id,
            label: `${name}, ${building.name}`,
          }))}
          chosen={search.amenity}
          onChange={(amenity) => set({ amenity })}
        />
        <PeriodFilter
          from={search.from}
          to={search.to}
          none={period.last({ days: 30 })}
          onChange={({ from, to }) => set({ from, to })}
        />
        <ToggleFilter
          label={feedback.withComment}
          on={search.comments ?? false}
          onChange={(on) => set({ comments: on || undefined })}
        />
        {admin ? (
          <FilterMenu
            label={feedback.state}
            single
            choices={shownStates.map((state) => ({ value: state, label: feedback.states[state] }))}
            chosen={search.state ? [search.state] : undefined}
            onChange={(state) => set({ state: state?.[0] as InboxSearch['state'] })}
          />
        ) : null}
      </FilterBar>
      <Answer of={list} rows={12}>
        {(page) =>
          page.total === 0 ? (
            isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty title={feedback.noneTitle}>{feedback.noneHelp}</Empty>
            )
          ) : (
            <>
              <Table
                caption={places.feedback.name}
                columns={columns}
                rows={page.items}
                sort={sort}
                onSort={(next) => set({ sort: next as InboxSearch['sort'] })}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
    </Screen>
  )
}
