/** "What if": dry run of one case, or of the latest tasks. */
import { Button, Modal, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Priority, priorities } from '#contracts/records.ts'
import { simulateRouting } from '#contracts/routing/rules.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { LocalTimeField } from '#desk-kit/form/local-time-field.tsx'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { fromLocalField } from '#desk-kit/parts/local-datetime.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { ErrorPanel, Skeleton } from '#desk-kit/parts/states.tsx'
import { useIssueChoices } from '../scope-fields.tsx'
import { routingMessages } from './messages.ts'

const nothing = { buildingId: '', amenityId: '', category: '', rating: '', priority: '', at: '' }

const caseOf = (draft: typeof nothing, timeZone: string) => {
  const at = fromLocalField(draft.at, timeZone)
  return {
    buildingId: draft.buildingId,
    ...(draft.amenityId ? { amenityId: draft.amenityId } : {}),
    ...(draft.category ? { category: draft.category } : {}),
    ...(draft.rating ? { rating: Number(draft.rating) as 1 } : {}),
    ...(draft.priority ? { priority: draft.priority as Priority } : {}),
    ...(at ? { at } : {}),
  }
}

export const TryCase = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const { timeZone } = useFormat()
  const [draft, setDraft] = useState(nothing)
  const issues = useIssueChoices()
  const ask = useAction(simulateRouting, { quiet: true })
  useFocusBack(true)
  const set = (part: Partial<typeof nothing>): void => {
    ask.reset()
    setDraft({ ...draft, ...part })
  }
  const none = { value: '', label: words.none }
  const answer = ask.data && 'tried' in ask.data ? ask.data : undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.tryCaseTitle}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          const wrong = draft.at !== '' && fromLocalField(draft.at, timeZone) === null
          if (draft.buildingId && !wrong) ask.mutate({ body: { case: caseOf(draft, timeZone) } })
        }}
      >
        <p className="quiet">{t.tryCaseHelp}</p>
        <div className="two">
          <FindOne
            from="buildings"
            label={words.building}
            value={draft.buildingId || null}
            onChange={(buildingId) => set({ buildingId: buildingId ?? '', amenityId: '' })}
          />
          <FindOne
            from="amenitiesOfTasks"
            within={draft.buildingId || undefined}
            label={words.amenity}
            value={draft.amenityId || null}
            onChange={(amenityId) => set({ amenityId: amenityId ?? '' })}
          />
          <NativeSelect
            label={t.issue}
            value={draft.category}
            onChange={(event) => set({ category: event.currentTarget.value })}
            data={[none, ...issues]}
          />
          <NativeSelect
            label={t.rating}
            value={draft.rating}
            onChange={(event) => set({ rating: event.currentTarget.value })}
            data={[
              none,
              ...(['1', '2', '3', '4', '5'] as const).map((value) => ({
                value,
                label: `${value} ${words.rating[value]}`,
              })),
            ]}
          />
          <NativeSelect
            label={t.priority}
            value={draft.priority}
            onChange={(event) => set({ priority: event.currentTarget.value })}
            data={[none, ...priorities.map((value) => ({ value, label: words.priority[value] }))]}
          />
        </div>
        <LocalTimeField label={t.at} help={t.now} value={draft.at} onChange={(at) => set({ at })} />
        {answer ? (
          <div role="status">
            <h3>{answer.assignee ? t.wouldGo({ who: answer.assignee.name }) : t.wouldStay}</h3>
            <p>{answer.reason}</p>
            {answer.tried.length > 0 ? (
              <>
                <h4>{t.tried}</h4>
                <ol>
                  {answer.tried.map(({ ruleId, name, matched, why }) => (
                    <li key={ruleId}>
                      {name}: {matched ? <Mark tone="good">{why}</Mark> : why}
                    </li>
                  ))}
                </ol>
              </>
            ) : null}
          </div>
        ) : null}
        {ask.error ? <ErrorPanel error={ask.error} /> : null}
        <div className="form-foot">
          <Button type="submit" variant="filled" loading={ask.isPending}>
            {t.ask}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </form>
    </Modal>
  )
}

export const Replay = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(routingMessages)
  const { mutate, data, error } = useAction(simulateRouting, { quiet: true })
  useFocusBack(true)
  useEffect(() => mutate({ body: { replay: 100 } }), [mutate])
  const answer = data && 'changed' in data ? data : undefined
  const moved = answer?.tasks.filter(({ before, after }) => before?.id !== after?.id) ?? []
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.replay}
      size="xl"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {error ? <ErrorPanel error={error} /> : answer ? null : <Skeleton rows={4} />}
      {answer ? (
        <>
          <p role="status">
            {answer.tasks.length === 0
              ? t.nothingToReplay
              : t.replayed({ of: String(answer.tasks.length), changed: answer.changed })}
          </p>
          {moved.length > 0 ? (
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t.task}</th>
                  <th scope="col">{t.whoHasIt}</th>
                  <th scope="col">{t.whoWouldGet}</th>
                </tr>
              </thead>
              <tbody>
                {moved.map(({ taskId, number, title, before, after }) => (
                  <tr key={taskId}>
                    <td data-label={t.task}>
                      <Link to="/tasks/$id" params={{ id: taskId }} target="_blank">
                        {number} <bdi>{title}</bdi>
                      </Link>
                    </td>
                    <td data-label={t.whoHasIt}>{before?.name ?? t.pool}</td>
                    <td data-label={t.whoWouldGet}>{after?.name ?? t.pool}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </>
      ) : null}
      <div className="form-foot">
        <Button onClick={onClose}>{words.close}</Button>
      </div>
    </Modal>
  )
}
