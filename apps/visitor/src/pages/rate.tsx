/** VIS-1 and VIS-2: the feedback page of a sticker: known issues, rating, issues, comment, photos. */
import type { AmenityInformation } from '#contracts/feedback.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { IssueChoice } from '#contracts/records.ts'
import type { RatePageModel } from '../models.ts'
import {
  AfterBestRating,
  Alternatives,
  Bar,
  Comment,
  Emergency,
  ErrorSummary,
  errorText,
  FieldError,
  Foot,
  Hidden,
  Honeypot,
  Photos,
  Place,
  Reports,
  siblingId,
} from '../parts/blocks.tsx'
import { formTexts, inLanguage, renderDocument } from '../parts/document.tsx'
import { Faces } from '../parts/faces.tsx'
import { State } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'
import { Sent } from './thanks.tsx'

/** Numbers of known issues and choices shown before expanding. */
const fewKnown = 2
const firstChoices = 8

type Known = AmenityInformation['known'][number]

const KnownRow = ({
  known,
  index,
  model,
  view,
}: {
  known: Known
  index: number
  model: RatePageModel
  view: View
}) => (
  <li>
    <div>
      <strong>
        <bdi>{known.name}</bdi>
      </strong>
      <small>
        {known.state !== 'OK' && <State state={known.state} view={view} />}
        {` · ${view.ago(known.since)} · `}
        <Reports n={known.reports} view={view} />
      </small>
    </div>
    <form class="same" method="post" action={model.path}>
      <Hidden
        fields={{
          step: 'same',
          issues: known.code,
          language: model.language,
          submissionId: siblingId(model.submissionId, index),
          started: model.started,
        }}
      />
      <button type="submit" aria-label={view.t('sameHereFor', { issue: known.name })}>
        {view.t('sameHere')}
      </button>
    </form>
  </li>
)

const KnownIssues = ({ model, view }: { model: RatePageModel; view: View }) => {
  const rows = model.information.known.map((known, index) => (
    <KnownRow key={known.code} known={known} index={index} model={model} view={view} />
  ))
  if (rows.length === 0) return null
  // With many, show only one, so that the faces fit on the first screen.
  const first = rows.length > fewKnown ? 1 : fewKnown
  return (
    <section>
      <h2>{view.t('known')}</h2>
      <ul class="rows">
        {rows.slice(0, first)}
        {rows.length > first && (
          <li>
            <details>
              <summary>{view.t('moreKnown', { n: rows.length - first })}</summary>
              <ul class="rows">{rows.slice(first)}</ul>
            </details>
          </li>
        )}
      </ul>
    </section>
  )
}

/** What staff say about what does not work. */
const Notices = ({ model, view }: { model: RatePageModel; view: View }) => (
  <>
    {model.information.notices.map(({ name, state, note, expectedEnd }) => (
      <div key={name} class="note">
        <strong>
          <bdi>{name}</bdi>
        </strong>{' '}
        <small>
          <State state={state} view={view} />
          {expectedEnd && ` · ${view.t('expected', { time: view.clock(expectedEnd) })}`}
        </small>
        {note && (
          <p class="words" dir="auto">
            {note}
          </p>
        )}
      </div>
    ))}
  </>
)

const Chip = ({ issue, chosen }: { issue: IssueChoice; chosen: boolean }) => (
  <label class={issue.safety ? 'chip safety' : 'chip'}>
    <input type="checkbox" name="issues" value={issue.code} checked={chosen} />
    <span>
      <bdi>{issue.name}</bdi>
    </span>
  </label>
)

const Issues = ({ model, view }: { model: RatePageModel; view: View }) => {
  const { issues } = model.information
  const chosen = new Set(model.values?.issues)
  const chips = issues.map((issue) => <Chip key={issue.code} issue={issue} chosen={chosen.has(issue.code)} />)
  if (chips.length === 0) return null
  const rest = issues.slice(firstChoices)
  return (
    <fieldset class="first">
      <legend>
        {view.t('issues')} <small>({view.t('optional')})</small>
      </legend>
      <div class="chips">{chips.slice(0, firstChoices)}</div>
      {rest.length > 0 && (
        <details open={rest.some((issue) => chosen.has(issue.code)) || undefined}>
          <summary>{view.t('moreIssues')}</summary>
          <div class="chips">{chips.slice(firstChoices)}</div>
        </details>
      )}
    </fieldset>
  )
}

export const renderRatePage = (model: RatePageModel): string => {
  const { information } = model
  const view = viewOf(model, information.building.timeZone)
  const { t } = view
  const statusPath = `/status/${encodeURIComponent(information.qrCode)}?lang=${model.language}`
  const errors = [
    { field: 'choice', text: errorText(model.errors, 'choice', view) },
    { field: 'comment', text: errorText(model.errors, 'comment', view) },
  ]
  const choiceError = errors[0]?.text
  const closed = ['OUT_OF_ORDER', 'MAINTENANCE'].includes(information.amenity.state)
  const trapped = information.issues.some((issue) => issue.code === 'PERSON_TRAPPED')
  return renderDocument({
    model,
    title: `${errors.some(({ text }) => text) ? `${t('checkTitle')}: ` : ''}${t('rateTitle', { place: sayPlace(information.amenity.name, information.location) })}`,
    texts: [...formTexts, 'errorChoice'],
    foot: (
      <Foot
        view={view}
        model={model}
        qrCode={information.qrCode}
        links={[
          { href: statusPath, text: t('statusLink') },
          { href: inLanguage('/t', model.language), text: t('mine') },
        ]}
      />
    ),
    children: (
      <>
        <Place
          name={information.amenity.name}
          building={information.building.name}
          location={information.location}
        />
        {(closed || (information.amenity.state !== 'OPERATIONAL' && information.known.length === 0)) && (
          <p>
            <State state={information.amenity.state} view={view} />
          </p>
        )}
        <Notices model={model} view={view} />
        <div id="notes" role="status" />
        {trapped && <Emergency view={view} phone={information.emergencyPhone} />}
        <ErrorSummary view={view} errors={errors} />
        <div id="ask">
          <KnownIssues model={model} view={view} />
          {closed && <Alternatives view={view} list={information.alternatives} />}
          <form
            id="form"
            method="post"
            action={model.path}
            autocomplete="off"
            data-kind="feedback"
            data-code={information.qrCode}
            data-now={model.now}
          >
            <Hidden
              fields={{ language: model.language, submissionId: model.submissionId, started: model.started }}
            />
            <Honeypot view={view} />
            <FieldError id="choice" text={choiceError} />
            <Faces
              view={view}
              chosen={model.values?.rating}
              describedBy={choiceError ? 'choice-error' : undefined}
            />
            <Issues model={model} view={view} />
            <Comment view={view} value={model.values?.comment} error={errors[1]?.text} praise />
            {information.photos && <Photos view={view} />}
            <Bar view={view} issues={information.issues} phone={information.emergencyPhone}>
              <button type="submit" class="main" name="step" value="send">
                <AfterBestRating five={t('send')} usual={t('sendReport')} />
              </button>
              <button type="submit" class="skiprating" name="step" value="rating">
                {t('sendRating')}
              </button>
            </Bar>
          </form>
          {!closed && <Alternatives view={view} list={information.alternatives} />}
        </div>
        <Sent
          view={view}
          path={model.path}
          usualMinutes={information.usualMinutes}
          issues={information.issues}
          phone={information.emergencyPhone}
        />
      </>
    ),
  })
}
