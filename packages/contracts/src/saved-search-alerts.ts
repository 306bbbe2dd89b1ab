/** Saved-search alerts: new rows of a saved view of these screens notify its owner. */

/**
 * By screen: the filters of its list (`listRecentFeedback`, `listTasks`) that can be decided when a row is new, and of
 * tasks `overdue=true` and `promise=MISSED`: their owners are notified when a task becomes overdue or misses its SLA.
 */
export const savedSearchFilterNames = {
  feedback: [
    'q',
    'building',
    'buildingId',
    'amenity',
    'amenityId',
    'type',
    'rating',
    'hasComment',
    'issue',
    'weekday',
    'hour',
  ],
  tasks: [
    'q',
    'building',
    'buildingId',
    'amenity',
    'amenityId',
    'type',
    'category',
    'source',
    'priority',
    'assignee',
    'assigneeId',
    'overdue',
    'promise',
  ],
} as const
export type SavedSearchScreen = keyof typeof savedSearchFilterNames

export const savedSearchScreens = ['feedback', 'tasks'] as const satisfies readonly SavedSearchScreen[]

/** for each person */
export const mostSavedSearchAlerts = 5

/** alerts a day above which the desk warns before saving */
export const manyADay = 20

/** days of the past that a preview reads */
export const trialDays = 30
