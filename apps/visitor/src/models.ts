/**
 * What each visitor page is rendered from: plain objects, made by the server from the API's records.
 *
 * All instants are ISO 8601 UTC. Text of visitors and tenants is given
 * as it is stored; the renderer escapes it.
 */
import type { AmenityInformation, Tracking } from '#contracts/feedback.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Branding, Issue, Priority, TaskStatus } from '#contracts/records.ts'
import type { StatusHistory, StatusPage } from '#contracts/status.ts'
import type { Attachment, Blocked, ChecklistItem, Note } from '#contracts/tasks/records.ts'

/** On every page. */
export interface PageModel {
  readonly language: VisitorLanguage
  /** the language with the browser's region, e.g. en-GB: how dates are written */
  readonly locale: string
  /** offered in the switch; `?lang=` (or `&lang=`) is added to `path` */
  readonly languages: readonly VisitorLanguage[]
  /** address that answers this page to a GET, without `lang`, e.g. `/q/4F7K2M9QRTX3B8WHDJ5N` */
  readonly path: string
  /** when the page is made; relative times count from here */
  readonly now: string
  /** null where no tenant is known, e.g. after a wrong code */
  readonly branding: Branding | null
}

/** What a form without JavaScript carried, given back so that nothing is typed twice. */
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

/** Codes, not sentences: the page says them in the visitor's language. */
export interface FormErrors {
  /** neither a rating nor an issue; on the report page: neither an item nor an issue nor a comment */
  readonly choice?: 'MISSING' | 'INVALID'
  readonly comment?: 'TOO_LONG' | 'INVALID'
  readonly message?: 'MISSING' | 'TOO_LONG' | 'INVALID'
  readonly email?: 'INVALID'
}

/** Hidden fields of a form that works without JavaScript. */
export interface FormSeed {
  /** a fresh UUID for each page; the client makes its own */
  readonly submissionId: string
  /** comes back unchanged as the field `started`: the server reads the minimum fill time from it */
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

/** STA-1. The same for everybody: may be cached for 30 s. */
export interface StatusPageModel extends PageModel {
  readonly status: StatusPage
  /** an address was given, and is asked first */
  readonly asked?: boolean
  readonly values?: { readonly email?: string }
  readonly errors?: FormErrors
}

/** STA-4: what other programs read of a place. */
export interface StatusFeedModel extends PageModel {
  readonly status: StatusPage
  readonly history: StatusHistory
  /** of this service, without a slash at its end */
  readonly origin: string
}

/** VIS-3, after a submission or a status report. */
export interface ThanksPageModel extends PageModel {
  readonly qrCode: string
  readonly amenity: { readonly name: string }
  readonly building: { readonly name: string; readonly timeZone: string }
  readonly location: string | null
  readonly trackingToken: string
  /** what the visitor can say aloud, e.g. "A3F0-9C1B" */
  readonly reference: string
  readonly recorded: {
    readonly rating: number | null
    readonly issues: readonly Pick<Issue, 'name'>[]
    readonly comment: boolean
    readonly photos: number
  }
  /** usual minutes until done at this amenity; null when too few are known */
  readonly usualMinutes: number | null
  /** until when something may be added; null hides the field */
  readonly addUntil: string | null
  /** a safety issue was reported: the emergency number comes first */
  readonly safety: boolean
  readonly emergencyPhone: string | null
}

/** VIS-5. The forms post to `/t/TOKEN`. */
export interface TrackPageModel extends PageModel {
  readonly trackingToken: string
  readonly tracking: Tracking
  /** what the form that was just sent did */
  readonly done?: 'FIXED' | 'NOT_FIXED' | 'MESSAGE' | 'EMAIL' | 'ERASED'
  readonly values?: { readonly message?: string; readonly email?: string }
  readonly errors?: FormErrors
}

/**
 * VIS-6: a code or token that leads nowhere, with a field for another code. The field is `code` and goes by
 * GET to `/q`, which must lead to `/q/CODE`.
 */
export interface NotConfiguredPageModel extends PageModel {
  /**
   * UNLINKED  a real sticker without an amenity: the facility is told
   * UNKNOWN   no such code, or one that was replaced
   * TRACKING  no such report, or it was deleted
   * ENTRY     nothing was asked for yet: only the field
   */
  readonly reason: 'UNLINKED' | 'UNKNOWN' | 'TRACKING' | 'ENTRY'
  /** what was entered; shown in the field */
  readonly code: string | null
}

/**
 * VIS-7, at `/privacy`, linked as `/privacy?lang=…&from=CODE`: from the code the server knows the branding
 * and `returnPath`. The field `reference` goes by GET to `/t`, which must lead to `/t/TOKEN`.
 */
export interface AboutPageModel extends PageModel {
  readonly returnPath: string | null
}

/** 429, 503, 500 and other refusals of a page or of a form without JavaScript. */
export interface ErrorPageModel extends PageModel {
  readonly reason: 'RATE_LIMITED' | 'UNAVAILABLE' | 'INTERNAL' | 'NOT_FOUND' | 'TOO_LARGE'
  /** seconds until another try makes sense; null where unknown */
  readonly retryAfter: number | null
  readonly requestId: string | null
  /** the form that could not be taken: the page offers to send it again, nothing is lost */
  readonly resend?: {
    readonly action: string
    readonly fields: readonly (readonly [name: string, value: string])[]
  }
}

/** What an operator needs to know of the one task that their link opens; nothing that visitors wrote. */
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

/** The forms post to `/o/TOKEN`; each says in `act` what it does. */
export type TaskLinkAct = 'start' | 'tick' | 'note' | 'photo' | 'cannot' | 'finish'

/** The page of a mailed task: one task, for somebody without an account. */
export interface TaskLinkPageModel extends PageModel {
  readonly token: string
  /** whose link it is */
  readonly operator: string
  readonly task: LinkedTask
  /** a fresh UUID for each page; the same form sent again changes nothing twice */
  readonly formId: string
  /** no finish before a photo after the work */
  readonly photoMissing: boolean
  /** what the form that was just sent did */
  readonly said?: TaskLinkAct
  /** which form was not taken, and what was typed into it */
  readonly fault?: {
    readonly act: TaskLinkAct
    readonly reason: 'MISSING' | 'TOO_LONG' | 'PHOTO' | 'INVALID'
  }
  readonly values?: { readonly text?: string; readonly reason?: string }
}

/** A link that opens no task any more, or never did. REFUSED: what was sent was not taken. */
export interface TaskLinkOverPageModel extends PageModel {
  readonly reason: 'DONE' | 'MERGED' | 'REASSIGNED' | 'EXPIRED' | 'UNKNOWN' | 'REFUSED'
  /** only of a task that is done */
  readonly task: Pick<LinkedTask, 'number' | 'title' | 'completedAt' | 'timeZone'> | null
}

/** For the Content-Security-Policy of one page. */
export interface PolicyOptions {
  /** the tenant's colour, as in `branding.colour`: its style has a hash of its own */
  readonly colour?: string | null
  /** origins besides our own to which photos are uploaded and from which they are shown, e.g. an S3 endpoint */
  readonly fileOrigins?: readonly string[]
}
