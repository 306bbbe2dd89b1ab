import { importBuildings } from '#contracts/places/buildings.ts'
import { invalid } from '#server/platform/errors.ts'
import { serve } from '#server/platform/http/serve.ts'
import { CsvFault } from './import/csv-table.ts'
import { importPlaces } from './import/import-places.ts'

const maxLines = 5000

export default serve(importBuildings)(async (ctx, { body }) => {
  try {
    return await importPlaces(ctx, body.csv, { dryRun: body.dryRun ?? false, keepGood: false, maxLines })
  } catch (error) {
    if (error instanceof CsvFault) throw invalid('body.csv', error.message)
    throw error
  }
})
