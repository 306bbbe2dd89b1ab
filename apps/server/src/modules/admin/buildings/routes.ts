import type { Handler } from '#server/platform/http/serve.ts'
import createBuilding from './create-building.ts'
import deleteBuilding from './delete-building.ts'
import getBuilding from './get-building.ts'
import importBuildings from './import-buildings.ts'
import listBuildings from './list-buildings.ts'
import updateBuilding from './update-building.ts'

export const routes: readonly Handler[] = [
  listBuildings,
  createBuilding,
  importBuildings,
  getBuilding,
  updateBuilding,
  deleteBuilding,
]
