import type { Handler } from '#server/platform/http/serve.ts'
import createBuilding from './create-building.ts'
import listBuildings from './list-buildings.ts'

export const routes: readonly Handler[] = [listBuildings, createBuilding]
