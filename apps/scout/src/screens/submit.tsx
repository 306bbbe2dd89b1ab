/** Submits a round; stops without an end are skipped with a reason. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { RoundDetail, SkipReason } from '#contracts/scout/rounds.ts'
import { scoreRound } from '#contracts/scout/score.ts'
import { Field, TextField } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import { useFormDraft } from '#field-kit/use-form-draft.ts'
import type { ScreenProps } from '../app.tsx'
import { ScoreMark } from '../pieces/marks.tsx'
import { Page } from '../pieces/page.tsx'
import { Choices } from '../pieces/reasons.tsx'
import { skipChoices } from '../pieces/skip.tsx'
import { paths } from '../routes.ts'
import { useBook, useServices } from '../services.ts'
import { useWords } from '../words.ts'

const empty = { note: '', skipNote: '' }

const Submit = ({ round }: { round: RoundDetail }): JSX.Element => {
  const words = useWords()
  const { act, drafts, persons } = useServices()
  const { go } = useNavigation()
  const { id, title, stops } = round
  const [texts, change] = useFormDraft(drafts, `${persons.current()?.id} submit ${id}`, empty)
  const [reason, setReason] = useState<SkipReason>()
  const [trouble, setTrouble] = useState<string>()
  const missing = stops.filter(({ inspection }) => !inspection || inspection.state === 'IN_PROGRESS')
  const completed = stops.flatMap(({ inspection }) =>
    inspection?.state === 'COMPLETED'
      ? [{ score: inspection.score, passed: inspection.passed ?? false }]
      : [],
  )
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const [note, skipNote] = [texts.note.trim(), texts.skipNote.trim()]
    if (missing.length > 0 && (!reason || (reason === 'OTHER' && !skipNote)))
      return setTrouble(words.reasonNeeded)
    await act(
      { id, title },
      {
        kind: 'round.submit',
        fields: {
          roundId: id,
          ...(note ? { note } : {}),
          ...(missing.length > 0 && reason
            ? { skipMissing: { reason, ...(skipNote ? { note: skipNote } : {}) } }
            : {}),
        },
      },
    )
    go(paths.rounds, { sent: true })
  }
  return (
    <Page
      title={words.submitRound}
      back={paths.walk(id)}
      backText={title}
      bar={
        <button type="submit" form="submit" class="primary">
          <Icon name="send" />
          {words.submitRound}
        </button>
      }
    >
      {completed.length > 0 && (
        <p class="marks">
          <ScoreMark {...scoreRound(completed)} />
          <span>{words.stopsDone({ done: completed.length, count: stops.length })}</span>
        </p>
      )}
      <form id="submit" class="stack" onSubmit={submit} noValidate>
        {missing.length > 0 && (
          <>
            <p>{words.stopsMissing({ count: missing.length })}</p>
            <ul class="rows">
              {missing.map((stop) => (
                <li key={stop.id}>
                  <bdi>{stop.amenity.name}</bdi>
                </li>
              ))}
            </ul>
            <Choices
              legend={words.skipWhy}
              name="missing"
              choices={skipChoices(words)}
              chosen={reason}
              onChoose={setReason}
            />
            <TextField
              label={words.skipNote}
              name="skip-note"
              value={texts.skipNote}
              maxLength={500}
              error={trouble}
              onText={(skipNote) => change({ skipNote })}
            />
          </>
        )}
        <Field label={words.roundNote} hint={words.optional}>
          {(control) => (
            <textarea
              {...control}
              maxLength={2000}
              value={texts.note}
              onInput={(event) => change({ note: event.currentTarget.value })}
            />
          )}
        </Field>
      </form>
    </Page>
  )
}

export default function SubmitScreen({ route }: ScreenProps): JSX.Element {
  const words = useWords()
  const roundId = route.name === 'submit' ? route.roundId : ''
  const round = useBook()?.rounds.find(({ id }) => id === roundId)
  if (round?.state === 'IN_PROGRESS') return <Submit round={round} />
  return (
    <Page title={words.submitRound} back={paths.rounds} backText={words.rounds} missing={words.roundGone} />
  )
}
