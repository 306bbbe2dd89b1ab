/**
 * The first state of a submission: suspicious ones go to quarantine; words and photos are moderated as the tenant has
 * set.
 */
import type { Submission } from './intake.ts'
import type { Place } from './state.ts'

interface SubmittedWords extends Pick<Submission, 'comment' | 'issues'> {
  readonly photos: number
  /** why it is quarantined, or null */
  readonly suspicion: string | null
}

export const firstState = (
  { moderation }: Place,
  { comment, issues, photos, suspicion }: SubmittedWords,
): Pick<Submission, 'state' | 'stateReason' | 'toReview'> => {
  if (suspicion !== null) return { state: 'QUARANTINED', stateReason: suspicion, toReview: false }
  // An issue in the visitor's own words counts as a comment.
  const says = comment !== null || photos > 0 || issues.some(({ detail }) => detail !== null)
  if (says && moderation === 'BEFORE') return { state: 'HIDDEN', stateReason: 'MODERATION', toReview: false }
  return { state: 'VISIBLE', stateReason: null, toReview: says && moderation === 'AFTER' }
}
