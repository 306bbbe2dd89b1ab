/** Filters of the inbox. */
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { useClock } from '#desk-kit/charts/week.ts'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { Views } from '#desk-kit/list/views.tsx'
import { FilterBar, FilterMenu, SearchField, ToggleFilter } from '#desk-kit/parts/filters.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { feedbackMessages } from './messages.ts'
import {
  alertFiltersOf,
  filterCount,
  type InboxSearch,
  isFiltered,
  ratings,
  shownStates,
  showOf,
  shows,
} from './search.ts'

/** Filters set by links from charts, which can only be removed here. */
const Narrowed = ({ search, set }: Pick<InboxFiltersProps, 'search' | 'set'>) => {
  const feedback = useMessages(feedbackMessages)
  const names = useNames()
  const clock = useClock()
  const { list } = useFormat()
  const chips = [
    search.counted && { label: feedback.counted, off: { counted: undefined } },
    search.type && { label: list(search.type.map(names.type)), off: { type: undefined } },
    search.issue && { label: list(search.issue.map(names.issue)), off: { issue: undefined } },
    search.weekday && {
      label: list(search.weekday.map((weekday) => clock.day(Number(weekday)))),
      off: { weekday: undefined },
    },
    search.hour && {
      label: list(search.hour.map((hour) => clock.hours(Number(hour)))),
      off: { hour: undefined },
    },
  ]
  return chips.map((chip) =>
    chip ? <ToggleFilter key={chip.label} label={chip.label} on onChange={() => set(chip.off)} /> : null,
  )
}

interface InboxFiltersProps {
  readonly search: InboxSearch
  readonly summary: TaskSummary | undefined
  readonly labels: readonly string[]
  /** null: no review needed, or not by this person */
  readonly toReview: number | null
  readonly set: (change: InboxSearch, replace?: boolean) => void
  readonly clear: () => void
}

export const InboxFilters = ({ search, summary, labels, toReview, set, clear }: InboxFiltersProps) => {
  const { words, period } = useMessages()
  const feedback = useMessages(feedbackMessages)
  const admin = useHasRole('ADMIN')
  // A label from the address may no longer be in use.
  const offered = [...new Set([...labels, ...(search.label ?? [])])]
  const { id: _, ...kept } = search
  return (
    <FilterBar
      search={<SearchField label={feedback.search} value={search.q} onChange={(q) => set({ q }, true)} />}
      active={isFiltered(search)}
      count={filterCount(search)}
      onClear={clear}
    >
      <FilterMenu
        label={feedback.show}
        single
        none={false}
        choices={shows.map((show) => ({ value: show, label: feedback.shows[show] }))}
        chosen={[showOf(search)]}
        onChange={(show) => set({ show: (show?.[0] ?? showOf(search)) as InboxSearch['show'] })}
      />
      <FilterMenu
        label={feedback.rating}
        choices={ratings.map((rating) => ({ value: rating, label: `${rating} ${words.rating[rating]}` }))}
        chosen={search.rating}
        onChange={(rating) => set({ rating: rating as InboxSearch['rating'] })}
      />
      <FilterMenu
        label={words.building}
        choices={(summary?.buildings ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        chosen={search.building}
        onChange={(building) => set({ building })}
      />
      <FindFilter
        label={words.amenity}
        from="amenitiesOfFeedback"
        chosen={search.amenity}
        onChange={(amenity) => set({ amenity })}
      />
      <PeriodFilter
        from={search.from}
        to={search.to}
        none={period.last({ days: 30 })}
        onChange={({ from, to }) => set({ from, to })}
      />
      {offered.length > 0 ? (
        <FilterMenu
          label={feedback.labels}
          choices={offered.map((label) => ({ value: label, label }))}
          chosen={search.label}
          onChange={(label) => set({ label })}
        />
      ) : null}
      <ToggleFilter
        label={feedback.withComment}
        on={search.comments ?? false}
        onChange={(on) => set({ comments: on || undefined })}
      />
      <ToggleFilter
        label={feedback.withOpenTask}
        on={search.open ?? false}
        onChange={(on) => set({ open: on || undefined })}
      />
      {toReview !== null || search.review ? (
        <ToggleFilter
          label={feedback.toReview({ count: toReview ?? 0 })}
          on={search.review ?? false}
          onChange={(on) => set(on ? { review: on, show: 'all' } : { review: undefined })}
        />
      ) : null}
      <Narrowed search={search} set={set} />
      {admin && !search.counted ? (
        <FilterMenu
          label={feedback.state}
          single
          choices={shownStates.map((state) => ({ value: state, label: feedback.states[state] }))}
          chosen={search.state ? [search.state] : undefined}
          onChange={(state) => set({ state: state?.[0] as InboxSearch['state'] })}
        />
      ) : null}
      <Views
        screen="feedback"
        search={kept}
        alert={{ screen: 'feedback', filters: alertFiltersOf(search) }}
      />
    </FilterBar>
  )
}
