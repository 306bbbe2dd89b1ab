/** Preview of a share link over the last 30 days, with the same redaction. */
import type { SharedView } from '#contracts/sharing/view.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { Fact, FeedbackFacts, IssueTable, SharedTrend, SlaTable, TaskFacts } from './figures.tsx'
import { sharingMessages } from './messages.ts'

const mostIssues = 5

const BoardFacts = ({ view }: { view: SharedView }) => {
  const t = useMessages(sharingMessages)
  const needy = (view.board ?? []).filter(
    ({ state, report }) => state !== 'OPERATIONAL' || report !== 'OK',
  ).length
  return (
    <Fact name={t.kinds.STATUS_BOARD}>
      {t.boardCount({ count: view.boardCount })}
      <small>{t.boardNeedy({ count: needy })}</small>
    </Fact>
  )
}

export const Preview = ({ view }: { view: SharedView }) => {
  const t = useMessages(sharingMessages)
  const { full } = useFormat()
  const { feedback, tasks, trend, issues, buildings, comments, board, contents } = view
  const shows = (content: (typeof contents)[number]): boolean => contents.includes(content)
  return (
    <Section title={t.preview}>
      <p className="quiet">{t.previewHelp({ time: full(view.freshness) })}</p>
      <dl className="facts">
        {board ? <BoardFacts view={view} /> : null}
        {feedback ? <FeedbackFacts feedback={feedback} /> : null}
        {tasks ? <TaskFacts tasks={tasks} /> : null}
        {contents.length > 0 ? (
          <Fact name={t.visitors}>
            {comments ? t.shownComments({ count: comments.length }) : t.hiddenComments}
          </Fact>
        ) : null}
      </dl>
      {shows('FEEDBACK') && trend && view.period ? <SharedTrend trend={trend} to={view.period.to} /> : null}
      {issues ? (
        <>
          <h3 className="lower">{t.topIssues}</h3>
          <IssueTable issues={issues.slice(0, mostIssues)} />
        </>
      ) : null}
      {buildings ? (
        <>
          <h3 className="lower">{t.contentNames.SLA}</h3>
          <SlaTable buildings={buildings} />
        </>
      ) : null}
    </Section>
  )
}
