import type { Handler } from '#server/platform/http/serve.ts'
import createLocation from './create-location.ts'
import deleteLocation from './delete-location.ts'
import updateLocation from './update-location.ts'

export const routes: readonly Handler[] = [createLocation, updateLocation, deleteLocation]
