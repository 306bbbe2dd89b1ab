/** The page of a task link: start, checklist, notes, photos, "can't do it", done. */
import type { ComponentChildren } from 'preact'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Note } from '#contracts/tasks/records.ts'
import { priorityTones, statusTones } from '#ui/marks.ts'
import type { LinkedTask, TaskLinkAct, TaskLinkPageModel } from '../models.ts'
import { FieldError, Hidden, Pictures } from '../parts/blocks.tsx'
import { renderDocument } from '../parts/document.tsx'
import { Mark } from '../parts/state.tsx'
import { type View, viewOf } from '../parts/view.ts'
import type { PlainMessage } from '../translate.ts'

const priorities: Record<LinkedTask['priority'], PlainMessage> = {
  LOW: 'taskLow',
  MEDIUM: 'taskMedium',
  HIGH: 'taskHigh',
  URGENT: 'taskUrgent',
}

const reasons: readonly (readonly [code: string, word: PlainMessage])[] = [
  ['PARTS', 'taskParts'],
  ['ACCESS', 'taskAccess'],
  ['VENDOR', 'taskVendor'],
  ['VISITOR', 'taskVisitor'],
  ['OTHER', 'taskOther'],
]

const said: Record<Exclude<TaskLinkAct, 'finish'>, PlainMessage> = {
  start: 'taskSaidStart',
  tick: 'taskSaidTick',
  note: 'taskSaidNote',
  photo: 'taskSaidPhoto',
  cannot: 'taskSaidCannot',
  undo: 'taskSaidUndo',
}

const openSteps = ({ checklist }: LinkedTask): number => checklist.filter(({ done }) => !done).length

const faultText = (
  { act, reason }: NonNullable<TaskLinkPageModel['fault']>,
  task: LinkedTask,
  view: View,
): string => {
  if (reason === 'STEPS') return view.t('taskStepsOpen', { n: openSteps(task) })
  if (reason === 'TOO_LONG') return view.t('errorTooLong')
  if (reason === 'PHOTO') return view.t(act === 'finish' ? 'taskPhotoNeeded' : 'taskPhotoFailed')
  if (reason === 'MISSING') return view.t(act === 'cannot' ? 'taskReasonNeeded' : 'taskNoteNeeded')
  return view.t('errorInvalid')
}

interface Part {
  readonly model: TaskLinkPageModel
  readonly view: View
  /** error message of a form; undefined without one */
  readonly faultOf: (act: TaskLinkAct) => string | undefined
}

const Form = ({
  model,
  act,
  photo,
  children,
}: {
  model: TaskLinkPageModel
  act: TaskLinkAct
  photo?: boolean
  children: ComponentChildren
}) => (
  <form
    method="post"
    action={`/o/${encodeURIComponent(model.token)}?lang=${model.language}`}
    encType={photo ? 'multipart/form-data' : undefined}
  >
    <Hidden fields={{ act, formId: `${model.formId}.${act}` }} />
    {children}
  </form>
)

const Text = ({
  part,
  act,
  label,
  most,
  required,
}: {
  part: Part
  act: TaskLinkAct
  label: string
  most: number
  required?: boolean
}) => {
  const error = part.faultOf(act)
  const typed = part.model.fault?.act === act ? part.model.values?.text : undefined
  return (
    <>
      <label for={`${act}-text`}>
        {label}
        {!required && <small> ({part.view.t('optional')})</small>}
      </label>
      <FieldError id={act} text={error} />
      <textarea
        id={`${act}-text`}
        name="text"
        rows={3}
        maxLength={most}
        dir="auto"
        required={required}
        aria-describedby={error ? `${act}-error` : undefined}
        aria-invalid={error ? 'true' : undefined}
        value={typed ?? ''}
      />
    </>
  )
}

const Facts = ({ task, view }: { task: LinkedTask; view: View }) => {
  const { t } = view
  return (
    <ul class="facts">
      <li class={task.priority === 'URGENT' ? 'OUT_OF_ORDER' : undefined}>
        <Mark tone={priorityTones[task.priority]} />
        {t(priorities[task.priority])}
      </li>
      {task.dueAt && (
        <li>
          <time dateTime={task.dueAt}>{t('taskDue', { time: view.clock(task.dueAt) })}</time>
        </li>
      )}
      {task.category && (
        <li>
          <bdi>{task.category}</bdi>
        </li>
      )}
      {task.reporterCount > 0 && <li>{t('taskReporters', { n: task.reporterCount })}</li>}
    </ul>
  )
}

const State = ({ task, view }: { task: LinkedTask; view: View }) => {
  const { blocked, status } = task
  const begun = status === 'IN_PROGRESS'
  const reason = reasons.find(([code]) => code === blocked?.reason)?.[1] ?? 'taskOther'
  return (
    <>
      <p class={`state big ${blocked ? 'REPORTED' : begun ? 'IN_PROGRESS' : ''}`}>
        <Mark tone={blocked ? 'warn' : statusTones[status]} />
        {view.t(blocked ? 'taskBlocked' : begun ? 'taskInProgress' : 'taskOpen')}
      </p>
      {blocked && (
        <p>
          {view.t(reason)}
          {blocked.until && ` · ${view.t('taskUntil', { time: view.clock(blocked.until) })}`}
          {blocked.note && (
            <>
              {' · '}
              <bdi>{blocked.note}</bdi>
            </>
          )}
        </p>
      )}
    </>
  )
}

const Steps = ({ model, view }: Part) => {
  const { checklist } = model.task
  if (checklist.length === 0) return null
  return (
    <section>
      <h2>{view.t('taskChecklist')}</h2>
      <Form model={model} act="tick">
        <ul class="ticks">
          {checklist.map((item) => (
            <li key={item.id}>
              {item.done && <input type="hidden" name="were" value={item.id} />}
              <label>
                <input type="checkbox" name="are" value={item.id} checked={item.done} />
                <span dir="auto">{item.text}</span>
              </label>
            </li>
          ))}
        </ul>
        <button type="submit">{view.t('taskTick')}</button>
      </Form>
    </section>
  )
}

const Photos = (part: Part) => {
  const { model, view, faultOf } = part
  const { t } = view
  const images = (kind: string) =>
    model.task.attachments.filter((one) => one.kind === kind).map(({ image }) => image)
  const error = faultOf('photo')
  return (
    <section>
      <h2>{t('photos')}</h2>
      <Pictures title={t('taskBefore')} images={images('BEFORE')} view={view} small />
      <Pictures title={t('taskAfter')} images={images('AFTER')} view={view} small />
      <Pictures title={t('taskOther')} images={images('OTHER')} view={view} small />
      <Form model={model} act="photo" photo>
        <label for="photo">{t('taskPhotoFile')}</label>
        <p class="hint" id="photo-hint">
          {t('taskPhotoHint')}
        </p>
        <FieldError id="photo" text={error} />
        <input
          type="file"
          id="photo"
          name="photo"
          accept="image/jpeg,image/png,image/webp"
          required
          aria-describedby={error ? 'photo-hint photo-error' : 'photo-hint'}
          aria-invalid={error ? 'true' : undefined}
        />
        <fieldset>
          <legend class="small">{t('taskPhotoWhich')}</legend>
          <div class="chips">
            {(['BEFORE', 'AFTER'] as const).map((kind) => (
              <label key={kind} class="chip">
                <input type="radio" name="kind" value={kind} required />
                <span>{t(kind === 'AFTER' ? 'taskAfter' : 'taskBefore')}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <button type="submit">{t('photoAdd')}</button>
      </Form>
    </section>
  )
}

const NoteRow = ({ note, view }: { note: Note; view: View }) => (
  <li>
    <div>
      <small>
        <bdi>{note.author.name}</bdi> · <time dateTime={note.createdAt}>{view.clock(note.createdAt)}</time>
      </small>
      <p class="words" dir="auto">
        {note.text}
      </p>
    </div>
  </li>
)

const Notes = (part: Part) => {
  const { model, view } = part
  return (
    <section>
      <h2>{view.t('taskNotes')}</h2>
      {model.task.notes.length > 0 && (
        <ul class="rows">
          {model.task.notes.map((note) => (
            <NoteRow key={note.id} note={note} view={view} />
          ))}
        </ul>
      )}
      <Form model={model} act="note">
        <Text part={part} act="note" label={view.t('taskNoteLabel')} most={2000} required />
        <p>
          <button type="submit">{view.t('taskAddNote')}</button>
        </p>
      </Form>
    </section>
  )
}

const Cannot = (part: Part) => {
  const { model, view, faultOf } = part
  const { t } = view
  const isFaulty = faultOf('cannot') !== undefined
  return (
    <details open={isFaulty}>
      <summary>{t('taskCannot')}</summary>
      <Form model={model} act="cannot">
        <fieldset>
          <legend class="small">{t('taskCannotTitle')}</legend>
          <div class="chips">
            {reasons.map(([code, word]) => (
              <label key={code} class="chip">
                <input
                  type="radio"
                  name="reason"
                  value={code}
                  required
                  checked={isFaulty && model.values?.reason === code}
                />
                <span>{t(word)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Text part={part} act="cannot" label={t('taskBlockNote')} most={500} />
        <p>
          <button type="submit">{t('taskHold')}</button>
        </p>
      </Form>
    </details>
  )
}

const Finish = (part: Part) => {
  const { model, view } = part
  const { t } = view
  const asksSteps = model.fault?.reason === 'STEPS'
  return (
    <section>
      <h2>{t('taskFinishTitle')}</h2>
      {model.photoMissing && <p class="hint">{t('taskPhotoNeeded')}</p>}
      <Form model={model} act="finish">
        {asksSteps && <Hidden fields={{ sure: 'yes' }} />}
        <Text part={part} act="finish" label={t('taskWhatDone')} most={2000} />
        <p>
          <button type="submit" class={model.task.status === 'IN_PROGRESS' ? 'main' : undefined}>
            {t(asksSteps ? 'taskFinishAnyway' : 'taskFinish')}
          </button>
        </p>
      </Form>
    </section>
  )
}

const placeOf = ({ amenity, building, location }: LinkedTask): string => sayPlace(amenity, location, building)

export const renderTaskLinkPage = (model: TaskLinkPageModel): string => {
  const { task, fault } = model
  const view = viewOf(model, task.timeZone)
  const { t } = view
  const part: Part = {
    model,
    view,
    faultOf: (act) => (fault?.act === act ? faultText(fault, task, view) : undefined),
  }
  const place = placeOf(task)
  const confirmation = model.said && model.said !== 'finish' ? t(said[model.said]) : undefined
  return renderDocument({
    model,
    styles: MORE_STYLES,
    script: LINK_SCRIPT,
    texts: ['taskOffline'],
    title: `${fault ? `${t('checkTitle')}: ` : confirmation ? `${confirmation} ` : ''}${task.title}`,
    foot: (
      <p>
        <bdi>{t('taskFor', { name: model.operator })}</bdi>. {t('taskPrivate')}
      </p>
    ),
    children: (
      <>
        <h1 tabIndex={-1}>
          <bdi>{task.title}</bdi>
        </h1>
        <p class="place">
          {t('taskTask', { n: task.number })}
          {place && (
            <>
              {' · '}
              <bdi>{place}</bdi>
            </>
          )}
        </p>
        <div id="notes" role="status" data-said={model.said}>
          {confirmation && <p class="note">{confirmation}</p>}
        </div>
        {fault && (
          <div class="errors" role="alert">
            <h2>{t('checkTitle')}</h2>
            <p>
              <a href={`#${fault.act === 'photo' ? 'photo' : `${fault.act}-text`}`}>
                {faultText(fault, task, view)}
              </a>
            </p>
          </div>
        )}
        <State task={task} view={view} />
        {(task.status === 'OPEN' || task.blocked) && (
          <Form model={model} act="start">
            <button type="submit" class="main">
              {t(task.blocked ? 'taskResume' : 'taskStart')}
            </button>
          </Form>
        )}
        <Facts task={task} view={view} />
        {task.description && (
          <section>
            <h2>{t('taskDescription')}</h2>
            <p class="words" dir="auto">
              {task.description}
            </p>
          </section>
        )}
        <Steps {...part} />
        <Photos {...part} />
        <Notes {...part} />
        <Finish {...part} />
        {!task.blocked && <Cannot {...part} />}
      </>
    ),
  })
}
