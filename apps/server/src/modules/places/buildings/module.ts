import * as contracts from '#contracts/places/buildings.ts'
import { module } from '#server/platform/module.ts'
import createBuilding from './create-building.ts'
import deleteBuilding from './delete-building.ts'
import { exported } from './exported.ts'
import getBuilding from './get-building.ts'
import importBuildings from './import-buildings.ts'
import listBuildings from './list-buildings.ts'
import updateBuilding from './update-building.ts'

export default module({
  name: 'buildings',
  implements: contracts,
  handlers: { createBuilding, deleteBuilding, getBuilding, importBuildings, listBuildings, updateBuilding },
  exported,
  counts: {
    buildings: {
      text: 'select count(*) as n from building where tenant_id = $1 and archived_at is null',
      noun: 'buildings',
      limit: 'buildings',
    },
  },
})
