/** What phones of scouts load and send when they have a signal. */
import * as contracts from '#contracts/scout/phone/sync.ts'
import { endConflict } from '#server/modules/scout/conflicts/public.ts'
import { module } from '#server/platform/module.ts'
import getAmenityHistory from './get-amenity-history.ts'
import getScoutSummary from './get-scout-summary.ts'
import listScoutConflicts from './list-scout-conflicts.ts'
import { noteAmenities } from './note-places.ts'
import pushScoutOperations from './push-scout-operations.ts'
import resolveScoutConflict from './resolve-scout-conflict.ts'
import scoutBootstrap from './scout-bootstrap.ts'
import scoutChanges from './scout-changes.ts'

export default module({
  name: 'scout-sync',
  implements: contracts,
  handlers: {
    getAmenityHistory,
    getScoutSummary,
    listScoutConflicts,
    pushScoutOperations,
    resolveScoutConflict,
    scoutBootstrap,
    scoutChanges,
  },
  onBatch: {
    'amenity.created': noteAmenities,
    'amenity.updated': noteAmenities,
    'amenity.deleted': noteAmenities,
  },
  scheduledJobs: { 'scout.conflict_ends': endConflict },
})
