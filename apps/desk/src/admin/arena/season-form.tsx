/** A season with its challenges. Of one that runs only the name and a later last day may change. */
import { TextInput } from '@mantine/core'
import { type AdminSeason, createSeason, updateSeason } from '#contracts/arena/admin.ts'
import { Group, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { localTimeIn, plusDays, startOfDay, todayIn } from '#desk-kit/lib/days.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { endOfDay, lastDayOf } from '#desk-kit/lib/last-day.ts'
import { useReader } from '#desk-kit/lib/reader.ts'
import { ChallengeFields } from './challenge-fields.tsx'
import { type ChallengeDraft, challengeFrom, draftOfChallenge, isChallenge } from './challenges.ts'
import { arenaMessages } from './messages.ts'

interface SeasonFormProps {
  /** undefined: a new one */
  readonly season: AdminSeason | undefined
  readonly onClose: () => void
}

const dayMs = 86_400_000
const usualDays = 60

const daysOf = ({ from, to }: { from: string; to: string }): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1

export const SeasonForm = ({ season, onClose }: SeasonFormProps) => {
  const { words } = useMessages()
  const t = useMessages(arenaMessages)
  const { timeZone } = useReader()
  const create = useAction(createSeason)
  const update = useAction(updateSeason)
  const runs = season !== undefined && season.state !== 'DRAFT'
  const form = useForm({
    record: season,
    draft: (now) => {
      const first = plusDays(todayIn(timeZone), 1)
      return {
        name: now?.name ?? '',
        startsAt: now ? localTimeIn(now.startsAt, timeZone).slice(0, 10) : first,
        endsAt: now ? lastDayOf(now.endsAt, timeZone) : plusDays(first, usualDays - 1),
        challenges: (now?.challenges ?? []).map(draftOfChallenge),
      }
    },
    write: ({ name, startsAt, endsAt, challenges }) => ({
      name: name.trim(),
      startsAt: startOfDay(startsAt, timeZone),
      endsAt: endOfDay(endsAt, timeZone),
      challenges: challenges.map((one) =>
        challengeFrom(one, {
          startsAt: startOfDay(startsAt, timeZone),
          endsAt: endOfDay(endsAt, timeZone),
        }),
      ),
    }),
    body: createSeason,
    check: ({ name, startsAt, endsAt, challenges }) => {
      const days = daysOf({ from: startsAt, to: endsAt })
      return {
        name: name.trim() === '' && t.nameNeeded,
        endsAt: !(days >= 7 && days <= 184) && t.daysWrong,
        challenges: !challenges.every(isChallenge) && t.challengeNeeded,
      }
    },
    create: (body) => create.mutateAsync({ body }),
    update: (body, { id, version }) => update.mutateAsync({ params: { id }, body, ifMatch: version }),
    onDone: onClose,
  })
  const { challenges } = form.values
  const set = (next: readonly ChallengeDraft[]): void => form.set({ challenges: [...next] })
  return (
    <FormDialog
      form={form}
      title={season ? t.editSeason : t.newSeason}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <div className="two">
        <TextInput {...text(form, 'startsAt', t.firstDay)} type="date" disabled={runs} />
        <TextInput {...text(form, 'endsAt', t.lastDay)} type="date" />
      </div>
      {runs ? (
        <p>{t.frozen}</p>
      ) : (
        <Group form={form} name="challenges" legend={t.challenges} help={t.challengeHelp}>
          <ChallengeFields challenges={challenges} onChange={set} />
        </Group>
      )}
    </FormDialog>
  )
}
