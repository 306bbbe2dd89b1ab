/** Dry run of a schedule while its form is edited. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import { createSchedule, type Schedule, type SchedulePreview, updateSchedule } from '#contracts/schedules.ts'
import { fieldOf, isSame } from '#desk-kit/form/changes.ts'
import { client } from '#desk-kit/lib/api.ts'
import { recurrenceBody, type WhenDraft } from './draft.ts'

const pause = 400

export interface Preview {
  /** undefined: loading or refused */
  readonly data: SchedulePreview | undefined
  /** error of a field */
  readonly fault: (field: keyof WhenDraft) => string | undefined
  /** errors that belong to no field */
  readonly error: ApiError | undefined
}

interface PreviewInput extends ReturnType<typeof recurrenceBody> {
  readonly buildingId: string | null
  readonly amenityIds: readonly string[]
}

const previewInputOf = (draft: WhenDraft): PreviewInput => ({
  ...recurrenceBody(draft),
  buildingId: draft['template.buildingId'],
  amenityIds: draft['template.amenityIds'],
})

const fetchPreview = (
  schedule: Schedule | undefined,
  input: PreviewInput,
  title: string,
  signal: AbortSignal,
) => {
  const { buildingId, amenityIds, ...recurrence } = input
  // Sent as enabled, since a disabled schedule has no next date.
  const body = { ...recurrence, enabled: true, dryRun: true } as const
  const template = { title, buildingId, amenityIds: [...amenityIds] }
  if (!schedule) return client.call(createSchedule, { body: { ...body, name: title, template } }, { signal })
  const { template: kept } = schedule
  const isThere = kept.buildingId === buildingId && isSame(kept.amenityIds, amenityIds)
  return client.call(
    updateSchedule,
    { params: { id: schedule.id }, body: { ...body, ...(isThere ? {} : { template }) } },
    { signal },
  )
}

/** @param title used while the title is empty */
export const usePreview = (schedule: Schedule | undefined, draft: WhenDraft, title: string): Preview => {
  const [settled] = useDebouncedValue(JSON.stringify(previewInputOf(draft)), pause)
  const input = JSON.parse(settled) as PreviewInput
  const { data, error } = useQuery<SchedulePreview, ApiError>({
    queryKey: ['schedule preview', schedule?.id, settled],
    queryFn: ({ signal }) => fetchPreview(schedule, input, title, signal),
    enabled: input.startsAt !== '' && input.rrule !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const details = error?.code === 'VALIDATION_ERROR' ? error.details : []
  const fields = Object.keys(draft)
  const faults = new Map(details.map(({ path, message }) => [fieldOf(path, fields), message]))
  return {
    data: error ? undefined : data,
    fault: (field) => faults.get(field),
    error: error && faults.size === 0 ? error : undefined,
  }
}
