/**
 * Models of the visitor pages, which the server creates from API records. Times are ISO 8601 in UTC. Texts of
 * people are passed as stored; the renderer escapes them.
 */
import type { AmenityInformation, Tracking } from '#contracts/feedback.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Branding, Issue, Priority, TaskStatus } from '#contracts/records.ts'
import type { StatusHistory, StatusPage } from '#contracts/status.ts'
import type { Attachment, Blocked, ChecklistItem, Note } from '#contracts/tasks/records.ts'

/** Common to all pages. */
export interface PageModel {
  readonly language: VisitorLanguage
  /** language with the browser's region for formatting dates, e.g. en-GB */
  readonly locale: string
  /** languages of the switch; `?lang=` (or `&lang=`) is added to `path` */
  readonly languages: readonly VisitorLanguage[]
  /** path of this page for GET, without `lang`, e.g. `/q/4F7K2M9QRTX3B8WHDJ5N` */
  readonly path: string
  /** time of rendering; relative times refer to it */
  readonly now: string
  /** null if the tenant is unknown, e.g. after a wrong code */
  readonly branding: Branding | null
}

/** Values of a form that was rejected, to fill it in again. */
export interface RateValues {
  readonly rating?: number
  readonly issues?: readonly string[]
  readonly comment?: string
}

export interface ReportValues {
  readonly itemId?: string
  readonly issue?: string
  readonly comment?: string
}

/** Error codes; the page translates them. */
export interface FormErrors {
  /** no rating and no issue; on the report page no item, no issue and no comment */
  readonly choice?: 'MISSING' | 'INVALID'
  readonly comment?: 'TOO_LONG' | 'INVALID'
  readonly message?: 'MISSING' | 'TOO_LONG' | 'INVALID'
  readonly email?: 'INVALID'
}

/** Hidden fields of a form that works without JavaScript. */
export interface FormSeed {
  /** a new UUID for each page; the script creates its own */
  readonly submissionId: string
  /** sent back unchanged in the field `started`, for the minimum fill time */
  readonly started: string
}

/** VIS-1 and VIS-2. The form posts to `/q/CODE`. */
export interface RatePageModel extends PageModel, FormSeed {
  readonly information: AmenityInformation
  readonly values?: RateValues
  readonly errors?: FormErrors
}

/** STA-2. The form posts to `/status/CODE/report`. */
export interface ReportPageModel extends PageModel, FormSeed {
  readonly status: StatusPage
  readonly emergencyPhone: string | null
  readonly values?: ReportValues
  readonly errors?: FormErrors
}

/** STA-1. The same for everyone, so it may be cached for 30 s. */
export interface StatusPageModel extends PageModel {
  readonly status: StatusPage
  /** an email address was submitted and must be confirmed first */
  readonly asked?: boolean
  readonly values?: { readonly email?: string }
  readonly errors?: FormErrors
}

/** STA-4: feeds and badge of a place. */
export interface StatusFeedModel extends PageModel {
  readonly status: StatusPage
  readonly history: StatusHistory
  /** origin of this service, without a trailing slash */
  readonly origin: string
}

/** VIS-3, after a submission or a status report. */
export interface ThanksPageModel extends PageModel {
  readonly qrCode: string
  readonly amenity: { readonly name: string }
  readonly building: { readonly name: string; readonly timeZone: string }
  readonly location: string | null
  readonly trackingToken: string
  /** short reference to quote, e.g. "A3F0-9C1B" */
  readonly reference: string
  readonly recorded: {
    readonly rating: number | null
    readonly issues: readonly Pick<Issue, 'name'>[]
    readonly comment: boolean
    readonly photos: number
  }
  /** usual minutes until done at this amenity; null if there is too little data */
  readonly usualMinutes: number | null
  /** end of the time to add something; null hides the field */
  readonly addUntil: string | null
  /** a safety issue was reported, so the emergency number comes first */
  readonly safety: boolean
  readonly emergencyPhone: string | null
}

/** VIS-5. The forms post to `/t/TOKEN`. */
export interface TrackPageModel extends PageModel {
  readonly trackingToken: string
  readonly tracking: Tracking
  /** the form that was just submitted */
  readonly done?: 'FIXED' | 'NOT_FIXED' | 'MESSAGE' | 'EMAIL' | 'ERASED'
  readonly values?: { readonly message?: string; readonly email?: string }
  readonly errors?: FormErrors
}

/**
 * VIS-6: an unknown code or token, with a form for another one. It sends `code` by GET to `/q`, which redirects
 * to `/q/CODE`.
 */
export interface NotConfiguredPageModel extends PageModel {
  /**
   * UNLINKED  a sticker without an amenity; the facility is notified
   * UNKNOWN   no such code, or one that was replaced
   * TRACKING  no such report, or it was deleted
   * ENTRY     no code entered yet
   */
  readonly reason: 'UNLINKED' | 'UNKNOWN' | 'TRACKING' | 'ENTRY'
  /** what was entered, shown again */
  readonly code: string | null
}

/**
 * VIS-7, at `/privacy?lang=…&from=CODE`; the code gives branding and `returnPath`. The form sends `reference`
 * by GET to `/t`, which redirects to `/t/TOKEN`.
 */
export interface AboutPageModel extends PageModel {
  readonly returnPath: string | null
}

/** Errors (429, 503, 500 …) of a page or of a form without JavaScript. */
export interface ErrorPageModel extends PageModel {
  readonly reason: 'RATE_LIMITED' | 'UNAVAILABLE' | 'INTERNAL' | 'NOT_FOUND' | 'TOO_LARGE'
  /** seconds until the next attempt, from Retry-After; null if unknown */
  readonly retryAfter: number | null
  readonly requestId: string | null
  /** the form that failed, which the page offers to send again */
  readonly resend?: {
    readonly action: string
    readonly fields: readonly (readonly [name: string, value: string])[]
  }
}

/** The task behind a task link, without texts of visitors. */
export interface LinkedTask {
  readonly number: number
  readonly title: string
  readonly description: string
  readonly status: TaskStatus
  readonly priority: Priority
  readonly building: string | null
  readonly amenity: string | null
  readonly location: string | null
  readonly category: string | null
  readonly reporterCount: number
  readonly dueAt: string | null
  readonly completedAt: string | null
  readonly blocked: Blocked | null
  readonly checklist: readonly ChecklistItem[]
  readonly attachments: readonly Attachment[]
  readonly notes: readonly Note[]
  readonly timeZone: string
}

/** Values of the field `act` of the forms, which post to `/o/TOKEN`. */
export type TaskLinkAct = 'start' | 'tick' | 'note' | 'photo' | 'cannot' | 'finish' | 'undo'

/** The page of a task link: one task, for an operator without an account. */
export interface TaskLinkPageModel extends PageModel {
  readonly token: string
  /** name of the operator */
  readonly operator: string
  readonly task: LinkedTask
  /** a new UUID for each page, which makes forms idempotent */
  readonly formId: string
  /** finishing needs a photo of the result first */
  readonly photoMissing: boolean
  /** the form that was just submitted */
  readonly said?: TaskLinkAct
  /** the form that was rejected, and its input */
  readonly fault?: {
    readonly act: TaskLinkAct
    /** STEPS: the checklist has open steps, which are asked about once */
    readonly reason: 'MISSING' | 'TOO_LONG' | 'PHOTO' | 'STEPS' | 'INVALID'
  }
  readonly values?: { readonly text?: string; readonly reason?: string }
}

/** A link that opens no task (any more). REFUSED: the submitted form was rejected. */
export interface TaskLinkOverPageModel extends PageModel {
  readonly reason: 'DONE' | 'MERGED' | 'REASSIGNED' | 'EXPIRED' | 'UNKNOWN' | 'REFUSED'
  /** only for reason DONE */
  readonly task: Pick<LinkedTask, 'number' | 'title' | 'completedAt' | 'timeZone'> | null
  /** with its token and a new id of the form, the end may be taken back */
  readonly undo: { readonly token: string; readonly formId: string } | null
}

/** Options for the Content-Security-Policy of a page. */
export interface PolicyOptions {
  /** the tenant's colour, as in `branding.colour`; its style needs its own hash */
  readonly colour?: string | null
  /** other origins for uploading and showing photos, e.g. an S3 endpoint */
  readonly fileOrigins?: readonly string[]
}
